import { toCents } from '@speakifyr/contract/format.ts';
import type { ObjectId } from 'mongodb';
import { newsEvent } from '../../events/audit-event.ts';
import type { SchoolEvent } from '../../database/event-document.ts';
import type { Services } from '../../services.ts';
import type { ChangeStep } from '../seats/seat-states.ts';
import type { Collections } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/duplicate-key.ts';
import type { MoveDocument } from '../../database/money-documents.ts';
import { takeStep } from './change-store.ts';

/** A move. Its id is `_id` in the database. */
export type Move = Omit<MoveDocument, '_id'> & { moveId: ObjectId };

type Changes = Pick<Collections, 'seatChanges'>;

const IS_MOVE = { kind: 'move' as const };

export function toMove({ _id, ...move }: MoveDocument): Move {
  return { moveId: _id, ...move };
}

/** Takes a move one step further. @returns whether it could be */
export function stepMove(
  moveId: ObjectId,
  step: ChangeStep<'move'>,
  { database }: Pick<Services, 'database'>,
  events?: SchoolEvent[],
): Promise<boolean> {
  return takeStep(database.collections, { _id: moveId, kind: 'move' }, step, events && { events });
}

export async function findMove({ seatChanges }: Changes, moveId: ObjectId): Promise<Move | null> {
  const found = await seatChanges.findOne<MoveDocument>({ _id: moveId, ...IS_MOVE });
  return found && toMove(found);
}

/**
 * Says which payment has paid the difference, and how much it was: the price of the class may have changed since the seat was
 * held. The first one counts. A move whose new seat was given up goes on if nothing else moves the seat by then.
 * @returns the move, or null if it is not this payment's
 */
export async function claimForPayment(
  { seatChanges }: Changes,
  { moveId, seatId, to, difference }: Move,
  { paymentId, amount }: { paymentId: string; amount: number },
  { decidedAt, checkAfter }: { decidedAt: Date; checkAfter: Date },
): Promise<Move | null> {
  const price = (toCents(to.price) - difference + amount) / 100;
  try {
    const paid = { paidBy: paymentId, difference: amount, openSeatId: seatId };
    const set = { ...paid, decidedAt, checkAfter, 'to.price': price };
    const only = { paidBy: { $exists: false } };
    await takeStep({ seatChanges }, { _id: moveId, kind: 'move' }, 'decide', { only, set });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const found = await seatChanges.findOne<MoveDocument>({
    _id: moveId,
    paidBy: paymentId,
    state: { $in: ['decided', 'done'] },
  });
  return found && toMove(found);
}

/** How often parents have moved a seat since then, or begun to. Moves that came to nothing don't count. */
export async function countMoves(
  { seatChanges }: Changes,
  seatId: ObjectId,
  since: Date,
): Promise<number> {
  return seatChanges.countDocuments({
    ...{ ...IS_MOVE, seatId, isQueueFirst: true, state: { $ne: 'rejected' } },
    createdAt: { $gt: since },
  });
}

/** Notes that the email is due that asks the family to pay the difference, once, while the new seat is held. */
export async function markAskedMove(
  { seatChanges }: Changes,
  moveId: ObjectId,
  at: Date,
): Promise<void> {
  await seatChanges.updateOne(
    { _id: moveId, ...IS_MOVE, state: 'open', isAsked: { $exists: false } },
    {
      $set: { isAsked: true },
      $push: { events: newsEvent('seat moved', { changeId: moveId }, at) },
    },
  );
}

/** The moves of the seats that an account paid for, oldest first. */
export async function listMovesOf({ seatChanges }: Changes, userId: ObjectId): Promise<Move[]> {
  const found = await seatChanges
    .find<MoveDocument>({ ...IS_MOVE, userId })
    .sort({ createdAt: 1 })
    .toArray();
  return found.map(toMove);
}
