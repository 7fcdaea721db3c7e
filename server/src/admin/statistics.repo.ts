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
