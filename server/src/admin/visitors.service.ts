import type { Services } from '../services.ts';

/**
 * Counts a visit to the instructors' page. Stores nothing about the visitor or their browser.
 * @returns the number of visits today (UTC), including this one
 */
export async function countVisit({ database, now }: Services): Promise<number> {
  const day = await database.collections.visitDays.findOneAndUpdate(
    { _id: now().toISOString().slice(0, 10) },
    { $inc: { visits: 1 } },
    { upsert: true, returnDocument: 'after' },
  );
  return day?.visits ?? 1;
}
