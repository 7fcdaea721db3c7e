import type { ObjectId } from 'mongodb';
import { auditEvent } from '../events/audit-event.ts';
import { findClass } from '../database/class-store.ts';
import type { EnrolledSeat, PaymentItem } from '../database/collections.ts';
import { freeOldSeat, giveUpNewSeat, takeNewSeat } from '../enrollments/seats/seat-moves.ts';
import { findSeat, isEnrolled, type SeatOfClass } from '../enrollments/seats/find-seat.ts';
import { giveSeatBack } from '../enrollments/seats/seats.service.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '../sum-amounts.ts';
import { GO_ON_AFTER_MS } from './begin-change.ts';
import { findPayment, listLinesOf } from './payments.repo.ts';
import { carryOutOrLeave, decideRefund } from './refunds.ts';
import {
  claimForPayment,
  closeTransfer,
  endTransfer,
  findTransfer,
  moveItem,
  type Transfer,
} from './transfers.repo.ts';

type MovedSeat = SeatOfClass<EnrolledSeat>;

/**
 * Moves a seat whose transfer is decided: takes the new seat, moves the lines of the ledger, and frees the old seat last,
 * so that nobody is without a seat at any moment. Every step may be repeated, also by several servers at once.
 * @returns the seat in its new place, or null if it stays where it is: there is no new seat, or the old one is
 *   gone by then
 */
export async function carryOutTransfer(
  transfer: Transfer,
  services: Services,
): Promise<MovedSeat | null> {
  const { transferId, cartId, paymentId } = transfer;
  const { collections } = services.database;
  if (!(await takeNewSeat(transfer, services))) {
    // Cut off before the old seat was freed, and the money has gone back since, so the new seat is gone too.
    if (await isItemMoved(transfer, services)) await freeOldSeat(transfer, services);
    await endTransfer(collections, transferId, 'decided');
    return null;
  }
  if (!(await moveItem(collections, { paymentId, cartId }, transfer))) {
    // Unless somebody else has completed it, and the seat has gone on since.
    if ((await findTransfer(collections, transferId))?.state === 'decided') {
      await giveUpNewSeat(transfer, services);
      await endTransfer(collections, transferId, 'decided');
    }
    return null;
  }
  const moved = await findMoved(transfer, services);
  const lines = (await listLinesOf(collections, [cartId])).get(cartId.toHexString()) ?? [];
  for (const line of lines)
    if (!line.cartId.equals(cartId)) await moveItem(collections, line, transfer);
  await freeOldSeat(transfer, services);
  return moved;
}

/** Whether the seat's first line in the ledger has moved, whatever became of it there. */
async function isItemMoved(
  { transferId, paymentId, cartId }: Transfer,
  { database }: Services,
): Promise<boolean> {
  const payment = await findPayment(database.collections, paymentId);
  const item = payment?.items.find((one) => one.cartId.equals(cartId));
  return item?.movedBy?.equals(transferId) ?? false;
}

/** The seat in its new place. */
async function findMoved(
  { transferId, cartId, to, paidBy }: Transfer,
  services: Services,
): Promise<MovedSeat | null> {
  const campClass = await findClass(services.database.collections, { _id: to.classId });
  const seat = findSeat(campClass, { cartId });
  if (!campClass || !isEnrolled(seat)) return null;
  if (paidBy && !seat.movedBy?.equals(transferId)) return null;
  return { campClass, seat };
}

/**
 * Completes the transfer whose difference is paid, instead of giving a seat. May be repeated: one payment of the
 * difference counts, and all others are refused.
 * @returns the moved seat, or null if the payment is refused
 */
export async function completeTransfer(
  {
    paymentId,
    cartId,
    amount,
    transferId,
  }: Pick<PaymentItem, 'cartId' | 'amount'> & {
    paymentId: string;
    transferId: ObjectId;
  },
  services: Services,
): Promise<MovedSeat | null> {
  const { collections } = services.database;
  const known = await findTransfer(collections, transferId);
  if (!known?.heldCartId.equals(cartId)) return null;
  const decidedAt = services.now();
  const times = { decidedAt, checkAfter: new Date(decidedAt.getTime() + GO_ON_AFTER_MS) };
  const transfer = await claimForPayment(collections, known, { paymentId, amount }, times);
  if (!transfer) return null;
  return transfer.state === 'done'
    ? findMoved(transfer, services)
    : carryOutTransfer(transfer, services);
}

/** Ends a transfer that is carried out: gives the difference back if the new class costs less. May be repeated. */
export async function finishTransfer(transferId: ObjectId, services: Services): Promise<void> {
  const { collections } = services.database;
  const transfer = await findTransfer(collections, transferId);
  if (transfer?.state !== 'decided') return;
  const { cartId, email, from, to, refunds, currency, difference, by, note, waived } = transfer;
  for (const refund of refunds)
    await decideRefund({ ...refund, currency, reason: 'price difference' }, services);
  const act = auditEvent(
    {
      by: by,
      type: 'move seat',
      target: transfer.paymentId,
      // No names: a child's name would outlive the child's deletion.
      before: { email, seat: cartId.toHexString(), ...describePlace(from) },
      after: {
        ...describePlace(to),
        paid: difference,
        refund: sumAmounts(refunds),
        ...(waived && { waived }),
        ...(note && { note }),
      },
    },
    services,
  );
  await closeTransfer(collections, transferId, act);
  for (const { refundId } of refunds) await carryOutOrLeave(refundId, services);
}

/**
 * Goes on with a transfer that was cut off. A payment of the difference that is closed has moved the seat, whatever became
 * of the seat since; one that is open moves the seat itself when it is settled.
 */
export async function resumeTransfer(transfer: Transfer, services: Services): Promise<void> {
  const { transferId, paidBy } = transfer;
  const payment = paidBy && (await findPayment(services.database.collections, paidBy));
  const isMoved = payment && payment.status !== 'open';
  if (isMoved || (await carryOutTransfer(transfer, services)))
    await finishTransfer(transferId, services);
}

/** Ends a move that nobody has paid for, and gives its new seat back. The old seat was never touched. */
export async function giveUpMove(
  { transferId, to, heldCartId: cartId, email }: Transfer,
  services: Services,
): Promise<void> {
  if (await endTransfer(services.database.collections, transferId, 'open'))
    await giveSeatBack({ classId: to.classId, cartId, email }, services);
}

function describePlace({ classId, childId }: { classId: ObjectId; childId?: ObjectId }) {
  return { classId: classId.toHexString(), child: childId?.toHexString() ?? null };
}
