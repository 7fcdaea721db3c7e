import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { HoldEntry, UserDocument } from '../database/user-documents.ts';

/**
 * The holds in a user's record. They are written before the seat is held and may over-count, never under-count. Each
 * change raises `holdsRevision`, and an entry is added only to the revision that its join decided from. So of two joins
 * at once, on any servers, one decides again with the entry of the other: together they can't pass a limit.
 */
type Users = Pick<Collections, 'users'>;

/** The part of a user's record that a join reads. */
type Holder = Pick<UserDocument, '_id' | 'holdsRevision'>;

/**
 * Adds an entry, unless the entries have changed since the record was read. R51
 * @param recent the other entries that are still needed
 * @returns whether it was added
 */
export async function addHoldEntry(
  { users }: Users,
  holder: Holder,
  recent: HoldEntry[],
  entry: HoldEntry,
): Promise<boolean> {
  const { filter, update } = describeHoldEntry(holder, recent, entry);
  const { modifiedCount } = await users.updateOne(filter, update);
  return modifiedCount === 1;
}

/** The update that adds an entry. */
export function describeHoldEntry(
  { _id, holdsRevision }: Holder,
  recent: HoldEntry[],
  entry: HoldEntry,
) {
  return {
    // null also finds a record without this field.
    filter: { _id, status: 'active' as const, holdsRevision: holdsRevision ?? null } as object,
    update: { $set: { holds: [...recent, entry], holdsRevision: (holdsRevision ?? 0) + 1 } },
  };
}

/** Removes the entry of a hold that was refused, or whose seat was paid for. */
export async function dropHoldEntry(
  { users }: Users,
  { userId, seatId }: { userId: ObjectId; seatId: ObjectId },
): Promise<void> {
  await users.updateOne(
    { _id: userId, holds: { $elemMatch: { seatId } } },
    { $pull: { holds: { seatId } }, $inc: { holdsRevision: 1 } },
  );
}

/** Notes that a hold ends before its time: it is being released, or its seat costs nothing and is taken. */
export async function endHoldEntry(
  { users }: Users,
  { userId, seatId }: { userId: ObjectId; seatId: ObjectId },
): Promise<void> {
  await users.updateOne(
    { _id: userId, holds: { $elemMatch: { seatId } } },
    { $set: { 'holds.$.isOver': true }, $inc: { holdsRevision: 1 } },
  );
}
