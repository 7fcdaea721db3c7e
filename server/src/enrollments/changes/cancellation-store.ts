import type { ObjectId } from 'mongodb';
import type { Collections } from '../../database/collections.ts';
import type { CancellationDocument } from '../../database/money-documents.ts';

type Changes = Pick<Collections, 'seatChanges'>;

/** The changes that end a seat. */
const IS_END = { kind: { $in: ['cancel' as const, 'resell' as const] } };

/** Takes a cancellation back that is not decided yet. @returns false if it is */
export async function dropCancellation(
  { seatChanges }: Changes,
  seatId: ObjectId,
): Promise<boolean> {
  const { deletedCount } = await seatChanges.deleteOne({ _id: seatId, ...IS_END, state: 'open' });
  return deletedCount === 1;
}

export async function findCancellation(
  { seatChanges }: Changes,
  seatId: ObjectId,
): Promise<CancellationDocument | null> {
  return seatChanges.findOne<CancellationDocument>({ _id: seatId, ...IS_END });
}

/** The seats that an account paid for and that were canceled, newest first. */
export async function listCancellationsOf(
  { seatChanges }: Changes,
  userId: ObjectId,
): Promise<CancellationDocument[]> {
  return seatChanges
    .find<CancellationDocument>({ userId, ...IS_END, state: { $ne: 'open' } })
    .sort({ createdAt: -1 })
    .toArray();
}

/** The seats of some classes that were canceled because the school has canceled the class. */
export async function listCancellationsOfClasses(
  { seatChanges }: Changes,
  classIds: ObjectId[],
): Promise<CancellationDocument[]> {
  return seatChanges
    .find<CancellationDocument>({ classId: { $in: classIds }, reason: 'class canceled' })
    .toArray();
}
