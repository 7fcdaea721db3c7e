import type { ObjectId } from 'mongodb';
import { auditEvent, newsEvent } from '../events/audit-event.ts';
import { findClass } from '../database/class-store.ts';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { MoveDocument } from '../database/money-documents.ts';
import { freeOldSeat, giveUpNewSeat, takeNewSeat } from '../seats/seat-moves.ts';
import { findSeat, isEnrolled, type SeatOfClass, pairSeat } from '../seats/find-seat.ts';
import { hasMovedBy } from '../seats/move-seat.ts';
import { giveSeatBack, noteSeatTaken } from '../seats/seats.service.ts';
import { findUserWithId } from '../users/find-users.ts';
import { readChildName } from '../users/participant-names.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { GO_ON_AFTER_MS, takeStep } from './change-store.ts';
import { findPayment, listLinesOf, moveItem } from '../ledger/payment-store.ts';
import { listRefundsTo, withoutRecipient } from '../ledger/what-is-left.ts';
import { decideRefund, tryRefund } from '../ledger/refunds.ts';
import { claimForPayment, findMove } from './move-store.ts';

type MovedSeat = SeatOfClass<EnrolledSeat>;

/**
 * Moves a seat whose move is decided: takes the new seat, moves the ledger lines, and frees the old seat last, so that
 * nobody is ever without a seat. Every step is idempotent, even across servers.
 * @returns the seat in its new place, or null if it stays where it is: there is no new seat, or the old one is
 *   gone by then
 */
export async function carryOutMove(
  move: MoveDocument,
  services: Services,
): Promise<MovedSeat | null> {
  const { seatId, paymentId, from, to } = move;
  const { collections } = services.database;
  if (!(await takeNewSeat(move, services))) {
    // A server stopped before it freed the old seat, and the money was returned since, so the new seat is gone too.
    if (await isItemMoved(move, services)) await freeOldSeat(move, services);
    await takeStep(collections, move, 'fail');
    return null;
  }
  const isOtherChild = to.childId && !from.childId?.equals(to.childId);
  const child = isOtherChild ? await readChildName(to.childId, services) : null;
  if (!(await moveItem(collections, { paymentId, seatId }, move, child))) {
    // Unless somebody else completed it and the seat has moved on since.
    if ((await findMove(collections, move._id))?.state === 'decided') {
      await giveUpNewSeat(move, services);
      await takeStep(collections, move, 'fail');
    }
    return null;
  }
  const moved = await findMoved(move, services);
  const lines = (await listLinesOf(collections, [seatId])).get(seatId.toHexString()) ?? [];
  for (const line of lines)
    if (line.paymentId !== paymentId) await moveItem(collections, line, move, child);
  await freeOldSeat(move, services);
  return moved;
}

/** Whether the seat's first line in the ledger has moved, whatever became of it there. */
async function isItemMoved(
  { _id: moveId, paymentId, seatId }: MoveDocument,
  { database }: Services,
): Promise<boolean> {
  const payment = await findPayment(database.collections, paymentId);
  const item = payment?.items.find((one) => one.seatId.equals(seatId));
  return item?.movedBy?.equals(moveId) ?? false;
}

/** The seat in its new place. */
async function findMoved(move: MoveDocument, services: Services): Promise<MovedSeat | null> {
  const { seatId, to, paidBy } = move;
  const campClass = await findClass(services.database.collections, { _id: to.classId });
  const seat = findSeat(campClass, { seatId });
  if (!campClass || !isEnrolled(seat)) return null;
  if (paidBy && !hasMovedBy(seat, move)) return null;
  return pairSeat(campClass, seat);
}

/**
 * Completes the move whose difference is paid, instead of giving a seat. Idempotent: one payment of the difference
 * counts, and all others are refused. R176, R177
 * @returns the moved seat, or null if the payment is refused
 */
export async function completeMove(
  {
    paymentId,
    seatId,
    amount,
    moveId,
  }: Pick<PaymentItem, 'seatId' | 'amount'> & {
    paymentId: string;
    moveId: ObjectId;
  },
  services: Services,
): Promise<MovedSeat | null> {
  const { collections } = services.database;
  const known = await findMove(collections, moveId);
  if (!known?.seatId.equals(seatId)) return null;
  const decidedAt = services.now();
  const times = { decidedAt, checkAfter: new Date(decidedAt.getTime() + GO_ON_AFTER_MS) };
  const move = await claimForPayment(collections, known, { paymentId, amount }, times);
  if (!move) return null;
  const moved = await (move.state === 'done' ? findMoved : carryOutMove)(move, services);
  const { userId, heldSeatId } = move;
  if (moved) await noteSeatTaken({ userId, seatId: heldSeatId, isPaid: true }, services);
  return moved;
}

/** Ends a move that is carried out: refunds the difference if the new class costs less. Idempotent. R178 */
export async function finishMove(moveId: ObjectId, services: Services): Promise<void> {
  const { collections } = services.database;
  const move = await findMove(collections, moveId);
  if (move?.state !== 'decided') return;
  const { seatId, userId, from, to, refunds, currency, difference, by, note, waived } = move;
  for (const refund of refunds)
    await decideRefund(
      { ...withoutRecipient(refund), seatId, currency, reason: 'price difference' },
      services,
    );
  const payer = await findUserWithId(userId, services);
  const refund = sumAmounts(listRefundsTo({ _id: userId }, move));
  const ofOther = sumAmounts(refunds) - refund;
  const event = auditEvent({
    at: services.now(),
    by,
    type: 'move seat',
    target: move.paymentId,
    // No names: a child's name would outlive the child's deletion.
    before: { email: payer?.email ?? '', seat: seatId.toHexString(), ...toPlace(from) },
    after: {
      ...toPlace(to),
      paid: difference,
      refund,
      ...(ofOther > 0 && { coPay: { refund: ofOther } }),
      ...(waived && { waived }),
      ...(note && { note }),
    },
  });
  const news = newsEvent('seat moved', { changeId: moveId }, event.at);
  await takeStep(collections, move, 'finish', { events: [event, news] });
  for (const { refundId } of refunds) await tryRefund(refundId, services);
}

/**
 * Resumes a move that was cut off. A closed payment of the difference has moved the seat, whatever became of the seat
 * since; an open one moves the seat itself when it is settled.
 */
export async function resumeMove(move: MoveDocument, services: Services): Promise<void> {
  const { paidBy } = move;
  const payment = paidBy && (await findPayment(services.database.collections, paidBy));
  const isMoved = payment && payment.status !== 'open';
  if (isMoved || (await carryOutMove(move, services))) await finishMove(move._id, services);
}

/** Ends a move that nobody has paid for, and releases its new seat. The old seat was never touched. */
export async function giveUpMove(move: MoveDocument, services: Services): Promise<void> {
  const { to, heldSeatId: seatId, userId } = move;
  if (await takeStep(services.database.collections, move, 'giveUp'))
    await giveSeatBack({ classId: to.classId, seatId, userId }, services);
}

function toPlace({ classId, childId, days }: MoveDocument['to'] | MoveDocument['from']) {
  const child = childId?.toHexString() ?? null;
  return { classId: classId.toHexString(), child, ...(days && { days: days.join(', ') }) };
}
