import type { ObjectId } from 'mongodb';
import { listGuardians } from '../families/guardians.ts';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Services } from '../services.ts';
import { hasJoiningEnded } from '../seats/may-join.ts';
import { listSeatsOf, onlyEnrolled, type SeatOfClass } from '../seats/find-seat.ts';
import { findPayment } from '../ledger/payment-store.ts';
import { buildItem, enterPayment } from '../ledger/enter-payment.ts';
import { checkStillHere } from './payer.ts';
import { recordReturn } from '../changes/record-return.ts';
import { settlePayment } from '../changes/settle-payment.ts';
import { takeBackItem } from '../ledger/take-back-item.ts';

/**
 * Enrolls a student in a free class whose seat they hold. The ledger gets a line of 0 first, which is settled like any
 * payment but without Stripe. So if the process stops in between, a job finishes it. Idempotent. R55
 * @throws {ApiError} `account_removed` if the user was removed in the meantime
 * @returns false if the class costs something now, or the seat is not held anymore
 */
export async function enrollFree(
  seat: Parameters<typeof buildItem>[0],
  user: UserDocument,
  services: Services,
): Promise<boolean> {
  const paymentId = `free_${seat.seatId.toHexString()}`;
  const payment = { paymentId, method: 'free' as const, items: [buildItem(seat, 0)] };
  await enterPayment(payment, user, services);
  await checkStillHere(user, payment, services);
  const { state } = await settlePayment(paymentId, services);
  return state === 'enrolled';
}

/**
 * Frees the seats in free classes that an account booked and that others can still join; the account is not active
 * anymore. A refund frees a paid seat, but nothing else would free these. A child whom another guardian looks after
 * keeps its seat.
 */
export async function returnFreeSeats(userId: ObjectId, services: Services): Promise<void> {
  for (const { seat } of await listFreeSeatsOf(userId, services)) {
    const payment = await findPayment(services.database.collections, seat.paymentId);
    if (payment?.method === 'free') await recordReturn(payment, services);
    // It moved from a class that cost something. Its payment may have paid for other seats, too.
    else await takeBackItem(seat, () => 'canceled', services);
  }
}

/** The seats that `returnFreeSeats` frees once the account is not active anymore. */
export async function listFreeSeatsOf(
  userId: ObjectId,
  services: Services,
): Promise<SeatOfClass<EnrolledSeat>[]> {
  const seats = onlyEnrolled(await listSeatsOf(services.database.collections, { userId }));
  const guardians = await listGuardians(
    seats.flatMap(({ seat }) => seat.childId ?? []),
    services,
  );
  return seats.filter(({ campClass, seat }) => {
    const all = guardians.get(seat.childId?.toHexString() ?? '') ?? [];
    const hasOther = all.some(({ user }) => !user._id.equals(userId));
    return seat.price <= 0 && !hasJoiningEnded(campClass, services) && !hasOther;
  });
}
