import { findClass } from '../database/class-store.ts';
import { SYSTEM } from '../events/audit-event.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { cancelSeat } from './cancel-seat.ts';
import { resumeMove } from './complete-move.ts';
import { findPayment, type Payment } from '../ledger/payment-store.ts';
import { type Line, takeBackItem, takeBackLine } from '../ledger/take-back-item.ts';
import { findCurrentChange } from './change-store.ts';
import { isBalanceBeingPaid } from './find-paid-seat.ts';
import { oweAgain } from './pay-balance.ts';
import { findMove } from './move-store.ts';
import { sumLeft, whatIsLeft } from '../ledger/what-is-left.ts';

/**
 * Ends the seat that a ledger line paid for, wherever it has moved since: the school returned the money in Stripe's
 * dashboard, or the bank did. What is left of the seat's other payments is refunded. That is a cancellation, so a job
 * finishes it, and people are told. Idempotent. What was paid toward a balance is only owed again. R18, R182
 * @throws {ApiError} `seat_changing` while a payment moves the seat or pays its balance, or while a server refunds some of
 *   its money. Then somebody tries again
 */
export async function endReturnedSeat(line: Line, services: Services): Promise<void> {
  const first = await findFirstLine(line, services);
  if (!first) return;
  const found = await findLine(first, services);
  if (!found) return;
  const { payment, item } = found;
  if (await isBalanceBeingPaid(first.seatId, services)) throw new ApiError('seat_changing');
  const isFree = (one: Line) => one.paymentId === first.paymentId && item.amount === 0;
  await takeBackItem(first, (one) => (isFree(one) ? 'canceled' : 'refunded'), services);

  await endMove(first, services);
  const shareOf = (part: { paymentId: string; left: number }) =>
    part.paymentId === line.paymentId ? 0 : part.left;
  const parts = await whatIsLeft(first, services);
  const rest = sumLeft(parts.map((part) => ({ left: shareOf(part) })));
  const isFirst = line.paymentId === first.paymentId;
  if (isFirst && rest === 0) return;
  const campClass = await findClass(services.database.collections, { _id: item.classId });
  if (!campClass) return;
  await cancelSeat(
    {
      campClass,
      seat: { ...describeOwner(payment, item), ...first },
      shareOf,
      reason: 'payment returned',
      by: SYSTEM,
    },
    services,
  );
}

/**
 * The line that bought the seat. A line that got no seat has none: it was refused, and is from here on. The seat may
 * belong to another payment, as when it was paid for in two tabs.
 */
async function findFirstLine(line: Line, services: Services): Promise<Line | undefined> {
  const item = (await findLine(line, services))?.item;
  if (item?.isGiven && !item.moveId && !item.isRest) return line;
  await takeBackLine(line, 'refunded', services);
  // The seat stays.
  if (item?.isRest) await oweAgain(line, services);
  if (!item?.moveId) return undefined;
  const { collections } = services.database;
  const move = await findMove(collections, item.moveId);
  if (move?.paidBy !== line.paymentId) return undefined;
  // A server stopped while it moved the seat.
  if (move.state === 'decided') await resumeMove(move, services);
  const { paymentId, seatId, state } = (await findMove(collections, item.moveId)) ?? move;
  return state === 'rejected' ? undefined : { paymentId, seatId };
}

/** While the seat moves, nobody knows what is left of it. The move ends here, because the seat is taken back. */
async function endMove({ seatId }: Line, services: Services): Promise<void> {
  const { collections } = services.database;
  const current = await findCurrentChange(collections, seatId);
  if (current?.kind !== 'move' || current.state !== 'decided') return;
  const { paidBy } = current;
  const payment = paidBy && (await findPayment(collections, paidBy));
  if (payment && payment.status === 'open') throw new ApiError('seat_changing');
  await resumeMove(current, services);
}

async function findLine({ paymentId, seatId }: Line, { database }: Services) {
  const payment = await findPayment(database.collections, paymentId);
  const item = payment?.items.find((one) => one.seatId.equals(seatId));
  return payment && item && { payment, item };
}

function describeOwner({ userId }: Payment, { childId, days, name }: PaymentItem) {
  return { userId, name, ...(childId && { childId }), ...(days && { days }) };
}
