import { CURRENCY } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { hasJoiningEnded } from '../seats/join-until.ts';
import { getClassesWithSeat } from '../seats/seats.service.ts';
import { findPayment, insertPaymentOnce } from './payments.repo.ts';
import { checkStillHere, FIRST_CHECK_MS } from './payments.service.ts';
import { recordReturn, settlePayment } from './settle-payment.ts';

/**
 * Enrolls a student in a free class whose seat they hold. The ledger gets a line of 0 first, which is settled like any
 * payment but without Stripe. So if the process stops in between, the sweep finishes it. May be repeated.
 * @throws {ApiError} `account_removed` if the user was removed in the meantime
 * @returns false if the class costs something now, or the seat is not held anymore
 */
export async function enrolFree(
  seat: { classId: ObjectId; cartId: ObjectId },
  user: UserDocument,
  services: Services,
): Promise<boolean> {
  const { classId, cartId } = seat;
  const now = services.now();
  const paymentId = `free_${cartId.toHexString()}`;
  await insertPaymentOnce(services.database.collections, {
    paymentId,
    email: user.email,
    studentName: user.name,
    classId,
    cartId,
    amount: 0,
    currency: CURRENCY,
    status: 'open',
    createdAt: now,
    checkAfter: new Date(now.getTime() + FIRST_CHECK_MS),
  });
  await checkStillHere(user, paymentId, services);
  const { state } = await settlePayment(paymentId, services);
  return state === 'enrolled';
}

/**
 * Frees the seats that a student has in free classes, where others can still join. Unlike a paid seat, which a refund
 * frees, nothing else would.
 */
export async function returnFreeSeats(email: string, services: Services): Promise<void> {
  for (const { seat, ...campClass } of await getClassesWithSeat(email, services)) {
    if (seat?.state !== 'enrolled' || seat.price > 0 || hasJoiningEnded(campClass, services))
      continue;
    const line = await findPayment(services.database.collections, seat.paymentId);
    if (line) await recordReturn(line, services);
  }
}
