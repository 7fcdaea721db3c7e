import type { Collections, DeletedAccountDocument } from '../../database/collections.ts';

type Deleted = Pick<Collections, 'deletedAccounts'>;

/** Safe to call again for the same account; the latest time counts. */
export async function insertDeletion(
  { deletedAccounts }: Deleted,
  uid: string,
  at: Date,
): Promise<void> {
  await deletedAccounts.updateOne({ _id: uid }, { $set: { deletedAt: at } }, { upsert: true });
}

/** @param since only a deletion at this time or later */
export async function findDeletion(
  { deletedAccounts }: Deleted,
  uid: string,
  since: Date,
): Promise<DeletedAccountDocument | null> {
  return deletedAccounts.findOne({ _id: uid, deletedAt: { $gte: since } });
}

export async function dropDeletions({ deletedAccounts }: Deleted, before: Date): Promise<void> {
  await deletedAccounts.deleteMany({ deletedAt: { $lt: before } });
}
