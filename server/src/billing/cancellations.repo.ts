import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { CancellationDocument } from '../database/money-documents.ts';

type Cancellations = Pick<Collections, 'cancellations'>;

/** @returns whether it was added: a seat is canceled only once */
export async function insertCancellationOnce(
  { cancellations }: Cancellations,
  { _id, ...cancellation }: CancellationDocument,
): Promise<boolean> {
  const { upsertedCount } = await cancellations.updateOne(
    { _id },
    { $setOnInsert: cancellation },
    { upsert: true },
  );
  return upsertedCount === 1;
}

/** Takes a cancellation back that is not decided yet. @returns false if it is */
export async function dropCancellation(
  { cancellations }: Cancellations,
  cartId: ObjectId,
): Promise<boolean> {
  const { deletedCount } = await cancellations.deleteOne({ _id: cartId, state: 'asked' });
  return deletedCount === 1;
}

/** From here on, a cancellation is carried out. @returns the cancellation, or null if it was dropped */
export async function decideCancellation(
  { cancellations }: Cancellations,
  cartId: ObjectId,
): Promise<CancellationDocument | null> {
  await cancellations.updateOne({ _id: cartId, state: 'asked' }, { $set: { state: 'decided' } });
  return cancellations.findOne({ _id: cartId });
}

export async function findCancellation(
  { cancellations }: Cancellations,
  cartId: ObjectId,
): Promise<CancellationDocument | null> {
  return cancellations.findOne({ _id: cartId });
}

/** The seats that an account paid for and that were canceled, newest first. */
export async function listCancellationsOf(
  { cancellations }: Cancellations,
  email: string,
): Promise<CancellationDocument[]> {
  return cancellations
    .find({ email, state: { $ne: 'asked' } })
    .sort({ createdAt: -1 })
    .toArray();
}

/** The seats of some classes that were canceled because the school has canceled the class. */
export async function listCancellationsOfClasses(
  { cancellations }: Cancellations,
  classIds: ObjectId[],
): Promise<CancellationDocument[]> {
  return cancellations.find({ classId: { $in: classIds }, reason: 'class canceled' }).toArray();
}

/** How many cancellations one sweep works on. */
const MAX_DUE = 100;

/** The cancellations that somebody should go on with now. */
export async function listDueCancellations(
  { cancellations }: Cancellations,
  at: Date,
): Promise<CancellationDocument[]> {
  return cancellations
    .find({ checkAfter: { $lte: at } })
    .sort({ checkAfter: 1 })
    .limit(MAX_DUE)
    .toArray();
}

/** Records that the seat is free and its refunds are written down. */
export async function closeCancellation(
  { cancellations }: Cancellations,
  cartId: ObjectId,
  isMailDue: boolean,
): Promise<void> {
  await cancellations.updateOne(
    { _id: cartId, state: 'decided' },
    {
      $set: { state: 'done', ...(isMailDue && { mailDue: true }) },
      $unset: { checkAfter: true },
    },
  );
}

/** Removes the names and the email from the canceled seats that an account paid for. */
export async function forgetCancellations(
  { cancellations }: Cancellations,
  email: string,
  pseudonym: string,
): Promise<void> {
  await cancellations.updateMany({ email, by: email }, { $set: { by: pseudonym } });
  await cancellations.updateMany({ email }, { $set: { email: pseudonym, name: DELETED_NAME } });
}

/** Whether a seat is about to move: see TransferDocument. */
export async function isSeatMoving(
  { transfers }: Pick<Collections, 'transfers'>,
  cartId: ObjectId,
): Promise<boolean> {
  const filter = { cartId, state: { $in: ['held' as const, 'decided' as const] } };
  return (await transfers.countDocuments(filter, { limit: 1 })) > 0;
}
