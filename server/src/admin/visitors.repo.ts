import type { Collections } from '../database/collections.ts';

/**
 * Counts a visit. Stores nothing about the visitor or their browser.
 * @returns the number of visits on that day (UTC), including this one
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
