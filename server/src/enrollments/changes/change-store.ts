import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { Collections } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/duplicate-key.ts';
import type { SeatChangeDocument } from '../../database/money-documents.ts';

/** What all changes of paid seats have in common. Cancellations and moves have files of their own. */
type Changes = Pick<Collections, 'seatChanges'>;

/**
 * Writes a change down, and so locks its seat until the change is over.
 * @returns false if another change of the seat is not over, or the seat has ended
 */
export async function insertChange(
  { seatChanges }: Changes,
  change: SeatChangeDocument,
): Promise<boolean> {
  try {
    await seatChanges.insertOne({ ...change, openSeatId: change.seatId });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** The change that has locked a seat. */
export async function findCurrentChange(
  { seatChanges }: Changes,
  seatId: ObjectId,
): Promise<SeatChangeDocument | null> {
  return seatChanges.findOne({ openSeatId: seatId });
}

/** How many changes one run of the job works on. */
const MAX_DUE = 100;

/** The changes that somebody should go on with now. */
export async function listDueChanges(
  { seatChanges }: Changes,
  at: Date,
): Promise<SeatChangeDocument[]> {
  return seatChanges
    .find({ checkAfter: { $lte: at } })
    .sort({ checkAfter: 1 })
    .limit(MAX_DUE)
    .toArray();
}

/** Looks at a change again later. */
export async function postponeChange(
  { seatChanges }: Changes,
  _id: ObjectId,
  checkAfter: Date,
): Promise<void> {
  await seatChanges.updateOne({ _id, checkAfter: { $exists: true } }, { $set: { checkAfter } });
}

/** Ends the lock of an admin's refund. */
export async function closeSeatRefund(
  { seatChanges }: Changes,
  _id: ObjectId,
  state: 'done' | 'rejected',
): Promise<void> {
  await seatChanges.updateOne(
    { _id, kind: 'refund' },
    { $set: { state }, $unset: { openSeatId: true, checkAfter: true } },
  );
}

/**
 * Removes the email from the changes of an account's seats, and the names in them. Children's names in moves go with the
 * children.
 */
export async function forgetOwnerOfChanges(
  { seatChanges }: Changes,
  email: string,
  pseudonym: string,
): Promise<void> {
  await seatChanges.updateMany({ email, by: email }, { $set: { by: pseudonym } });
  await seatChanges.updateMany(
    { email, name: { $exists: true } },
    { $set: { name: DELETED_NAME } },
  );
  for (const place of ['from', 'to'])
    await seatChanges.updateMany(
      { email, [place]: { $exists: true }, [`${place}.childId`]: { $exists: false } },
      { $set: { [`${place}.name`]: DELETED_NAME } },
    );
  await seatChanges.updateMany({ email }, { $set: { email: pseudonym } });
}
