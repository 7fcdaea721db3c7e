import { MAX_CHILDREN } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { InvitedAddressDocument } from '../database/family-documents.ts';

type Invited = Pick<Collections, 'invitedAddresses'>;

/**
 * Adds an address that is not there yet. The id makes sure that one of several calls at once inserts it.
 * @param forgotten an entry that is as old does not count anymore
 * @returns false if the address is there already
 */
export async function insertAddress(
  { invitedAddresses }: Invited,
  entry: InvitedAddressDocument,
  forgotten: Date,
): Promise<boolean> {
  await invitedAddresses.deleteOne({ _id: entry._id, at: { $lte: forgotten } });
  try {
    await invitedAddresses.insertOne(entry);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Adds another child of the same account to an address, at most MAX_CHILDREN in all.
 * @returns the entry; null if another account has invited the address, or this one for this child
 */
export async function addInvitedChild(
  { invitedAddresses }: Invited,
  _id: string,
  by: ObjectId,
  childId: ObjectId,
): Promise<InvitedAddressDocument | null> {
  return invitedAddresses.findOneAndUpdate(
    {
      _id,
      by,
      children: { $ne: childId },
      [`children.${MAX_CHILDREN - 1}`]: { $exists: false },
    },
    { $push: { children: childId } },
    { returnDocument: 'after' },
  );
}

/** Takes a child back, and with the last one the address. */
export async function dropInvitedChild(
  { invitedAddresses }: Invited,
  _id: string,
  by: ObjectId,
  childId: ObjectId,
): Promise<void> {
  await invitedAddresses.updateOne({ _id, by }, { $pull: { children: childId } });
  await invitedAddresses.deleteOne({ _id, by, children: [] });
}

export async function dropOldAddresses({ invitedAddresses }: Invited, at: Date): Promise<void> {
  await invitedAddresses.deleteMany({ at: { $lte: at } });
}
