import type { Collections } from '../database/collections.ts';

/** The number of active users. */
export async function countUsers({ users }: Pick<Collections, 'users'>): Promise<number> {
  // MongoDB knows the size of a collection without reading it. Only few users are not active, so count those.
  const [all, left] = await Promise.all([
    users.estimatedDocumentCount(),
    users.countDocuments({ status: { $in: ['removed', 'deleting'] } }),
  ]);
  return all - left;
}

/** The payments of a day (yyyy-mm-dd) that bought a seat: how many, and what the school keeps of them, in integer cents. */
export type DayEarnings = { day: string; payments: number; amount: number };

/** The earnings of some days, or of all. Days without earnings are left out. */
export async function sumEarnings(
  { payments }: Pick<Collections, 'payments'>,
  days?: string[],
): Promise<DayEarnings[]> {
  const found = await payments
    .aggregate<{ _id: string; payments: number; amount: number }>([
      { $match: { status: 'enrolled', ...(days && { settledDay: { $in: days } }) } },
      { $group: { _id: '$settledDay', payments: { $sum: 1 }, amount: { $sum: '$kept' } } },
    ])
    .toArray();
  return found.map(({ _id, ...sums }) => ({ day: _id, ...sums }));
}

/** The days whose earnings have changed since a moment. */
export async function listChangedDays(
  { payments }: Pick<Collections, 'payments'>,
  since: Date,
): Promise<string[]> {
  const days = await payments.distinct('settledDay', { changedAt: { $gte: since } });
  return days.filter((day) => day !== undefined);
}
