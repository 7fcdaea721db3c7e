import type { Collections } from '../database/collections.ts';

/**
 * Counts a visit. What the visitor's browser says of itself is not kept: a school needs no such data.
 * @returns the visits of that day (UTC) so far, this one among them
 */
export async function addVisit(
  { visitDays }: Pick<Collections, 'visitDays'>,
  at: Date,
): Promise<number> {
  const day = await visitDays.findOneAndUpdate(
    { _id: at.toISOString().slice(0, 10) },
    { $inc: { visits: 1 } },
    { upsert: true, returnDocument: 'after' },
  );
  return day?.visits ?? 1;
}
