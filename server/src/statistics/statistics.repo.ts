import type { Collections } from '../database/collections.ts';

/** How many people are registered. */
export async function countUsers({ users }: Pick<Collections, 'users'>): Promise<number> {
  // The database knows the number of all documents without looking at them; few are not active.
  const [all, left] = await Promise.all([
    users.estimatedDocumentCount(),
    users.countDocuments({ status: { $in: ['removed', 'deleting'] } }),
  ]);
  return all - left;
}

/** What was paid on a day (yyyy-mm-dd) and not given back: how many payments, and their sum in integer cents. */
export type DayEarnings = { day: string; payments: number; amount: number };

/** The earnings of some days, or of all; days without are left out. */
export async function sumEarnings(
  { payments }: Pick<Collections, 'payments'>,
  days?: string[],
): Promise<DayEarnings[]> {
  const found = await payments
    .aggregate<{ _id: string; payments: number; amount: number }>([
      { $match: { status: 'enrolled', ...(days && { settledDay: { $in: days } }) } },
      { $group: { _id: '$settledDay', payments: { $sum: 1 }, amount: { $sum: '$amount' } } },
    ])
    .toArray();
  return found.map(({ _id, ...sums }) => ({ day: _id, ...sums }));
}

/** The days whose earnings are not what they were before a moment. */
export async function listChangedDays(
  { payments }: Pick<Collections, 'payments'>,
  since: Date,
): Promise<string[]> {
  const days = await payments.distinct('settledDay', { settledAt: { $gte: since } });
  return days.filter((day) => day !== undefined);
}
