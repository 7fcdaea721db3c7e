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

/** The number of records of users who registered at this moment or later, whether they are still active or not. */
export async function countJoined(
  { users }: Pick<Collections, 'users'>,
  since: Date,
): Promise<number> {
  return users.countDocuments({ createdAt: { $gte: since } });
}

/** The number of accounts whose deletion has begun and is not finished. */
export async function countDeleting({ users }: Pick<Collections, 'users'>): Promise<number> {
  return users.countDocuments({ status: 'deleting' });
}

/** What arrived on a day (yyyy-mm-dd), without what went back on it, in integer cents. */
export type DayEarnings = { day: string; amount: number };

/** The earnings of some days, or of all. Days on which nothing moved are left out. */
export async function sumEarnings(
  { payments }: Pick<Collections, 'payments'>,
  days?: string[],
): Promise<DayEarnings[]> {
  const ofDays = days && { 'movements.day': { $in: days } };
  const found = await payments
    .aggregate<{ _id: string; amount: number }>([
      // The index finds the payments whose money has moved.
      { $match: ofDays ?? { 'movements.day': { $gte: '' } } },
      { $project: { movements: 1 } },
      { $unwind: '$movements' },
      ...(ofDays ? [{ $match: ofDays }] : []),
      { $group: { _id: '$movements.day', amount: { $sum: '$movements.amount' } } },
    ])
    .toArray();
  return found.map(({ _id, amount }) => ({ day: _id, amount }));
}

/** The days on which money of those payments moved that have changed since a moment. */
export async function listChangedDays(
  { payments }: Pick<Collections, 'payments'>,
  since: Date,
): Promise<string[]> {
  return payments.distinct('movements.day', { changedAt: { $gte: since } });
}
