import type { Collections } from '../database/collections.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';

type Invited = Pick<Collections, 'invitedAddresses'>;

/**
 * The id makes sure that one of several calls at once inserts it.
 * @param forgotten an entry that is as old does not count anymore
 * @returns false if the address is there already
 */
export async function insertAddress(
  { invitedAddresses }: Invited,
  _id: string,
  { at, forgotten }: { at: Date; forgotten: Date },
): Promise<boolean> {
  await invitedAddresses.deleteOne({ _id, at: { $lte: forgotten } });
  try {
    await invitedAddresses.insertOne({ _id, at });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

export async function dropAddress({ invitedAddresses }: Invited, _id: string): Promise<void> {
  await invitedAddresses.deleteOne({ _id });
}

export async function dropOldAddresses({ invitedAddresses }: Invited, at: Date): Promise<void> {
  await invitedAddresses.deleteMany({ at: { $lte: at } });
}
