import { toCents } from '@speakifyr/contract/format.ts';
import type { ObjectId } from 'mongodb';
import { newsEvent } from '../events/audit-event.ts';
import type { Services } from '../services.ts';
import type { Collections } from '../database/collections.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { MoveDocument } from '../database/money-documents.ts';
import { takeStep } from './change-store.ts';

type Changes = Pick<Collections, 'seatChanges'>;

const IS_MOVE = { kind: 'move' as const };

export async function findMove(
  { seatChanges }: Changes,
  _id: ObjectId,
): Promise<MoveDocument | null> {
  return seatChanges.findOne<MoveDocument>({ _id, ...IS_MOVE });
}

/**
 * Records which payment paid the difference, and how much it was: the price of the class may have changed since the
 * seat was held. The first one counts. A move whose new seat was given up continues unless something else moves the
 * seat by then.
 * @returns the move, or null if it is not this payment's
 */
export async function claimForPayment(
  { seatChanges }: Changes,
  { _id, kind, seatId, to, difference }: MoveDocument,
  { paymentId, amount }: { paymentId: string; amount: number },
  { decidedAt, checkAfter }: { decidedAt: Date; checkAfter: Date },
): Promise<MoveDocument | null> {
  const price = (toCents(to.price) - difference + amount) / 100;
  try {
    const paid = { paidBy: paymentId, difference: amount, openSeatId: seatId };
    const set = { ...paid, decidedAt, checkAfter, 'to.price': price };
    const only = { paidBy: { $exists: false } };
    await takeStep({ seatChanges }, { _id, kind }, 'decide', { only, set });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return seatChanges.findOne<MoveDocument>({
    _id,
    paidBy: paymentId,
    state: { $in: ['decided', 'done'] },
  });
}

/** How often parents have moved a seat since then, or begun to. Moves that came to nothing don't count. */
export async function countMoves(
  { seatChanges }: Changes,
  seatId: ObjectId,
  since: Date,
): Promise<number> {
  return seatChanges.countDocuments({
    ...IS_MOVE,
    seatId,
    isQueueFirst: true,
    state: { $ne: 'rejected' },
    createdAt: { $gt: since },
  });
}

/**
 * Notes, once, that the email asking the family for the difference is due, while the new seat is held. Idempotent. R312
 */
export async function markAsked(moveId: ObjectId, { database, now }: Services): Promise<void> {
  await database.collections.seatChanges.updateOne(
    { _id: moveId, ...IS_MOVE, state: 'open', isAsked: { $exists: false } },
    {
      $set: { isAsked: true },
      $push: { events: newsEvent('seat moved', { changeId: moveId }, now()) },
    },
  );
}

/** The moves of the seats that an account paid for, oldest first. */
export async function listMovesOf(
  { seatChanges }: Changes,
  userId: ObjectId,
): Promise<MoveDocument[]> {
  return seatChanges
    .find<MoveDocument>({ ...IS_MOVE, userId })
    .sort({ createdAt: 1 })
    .toArray();
}
