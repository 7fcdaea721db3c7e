import { ObjectId } from 'mongodb';
import type { Payment } from '../ledger/payment-store.ts';
import { nameBounce } from '../ledger/refund-store.ts';
import type { Services } from '../services.ts';
import { listBalancePaid } from '../seats/seat-plan.ts';
import { beginChange, findCurrentChange, GO_ON_AFTER_MS, takeStep } from './change-store.ts';
import { findSeatAnywhere } from './find-paid-seat.ts';

/** The seats that stay although a payment for them bounced, because their balance is paid in parts. R353 */

/** The seats of a payment that other payments have partly paid. */
export async function listStaying(
  { paymentId }: Payment,
  seatIds: ObjectId[],
  services: Services,
): Promise<ObjectId[]> {
  const staying: ObjectId[] = [];
  for (const seatId of seatIds) {
    const found = await findSeatAnywhere(seatId, services);
    const paid = found ? listBalancePaid(found.seat) : [];
    const isPaidByOthers = paid.some((one) => one.paymentId !== paymentId && one.amount > 0);
    if (isPaidByOthers) staying.push(seatId);
  }
  return staying;
}

/**
 * Locks the seats as for a refund, until the money is owed again. So nobody cancels or moves them with amounts that are
 * about to change.
 * @throws {ApiError} `seat_moving` or `seat_changing`
 */
export async function lockStaying(
  payment: Payment,
  seatIds: ObjectId[],
  { note, by }: { note: string | undefined; by: ObjectId },
  services: Services,
): Promise<void> {
  const { paymentId, userId, currency } = payment;
  const createdAt = services.now();
  for (const seatId of seatIds)
    await beginChange(services.database.collections, {
      _id: new ObjectId(),
      kind: 'refund',
      seatId,
      state: 'open',
      userId,
      paymentId,
      currency,
      refundId: nameBounce(payment),
      by,
      createdAt,
      ...(note && { note }),
      checkAfter: new Date(createdAt.getTime() + GO_ON_AFTER_MS),
    });
}

/** Idempotent. */
export async function unlockStaying(
  payment: Pick<Payment, 'paymentId'>,
  seatIds: ObjectId[],
  { database }: Services,
): Promise<void> {
  for (const seatId of seatIds) {
    const lock = await findCurrentChange(database.collections, seatId);
    if (lock?.kind === 'refund' && lock.refundId === nameBounce(payment))
      await takeStep(database.collections, lock, 'finish');
  }
}
