import { SCHOOL } from '@speakifyr/contract/school.ts';
import { followSeat, type Payment } from '../ledger/payment-store.ts';
import type { Line } from '../ledger/take-back-item.ts';
import { findClass } from '../database/class-store.ts';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { changeSeats } from '../seats/change-seats.ts';
import { findSeat, type SeatOfClass, pairSeat } from '../seats/find-seat.ts';
import { debtorOf, decideOwedAgain, decideBalance, owedFor, planFor } from '../seats/seat-plan.ts';
import { allows } from '../seats/seat-states.ts';
import { findCurrentChange } from './change-store.ts';
import { findSeatAnywhere } from './find-paid-seat.ts';

/** Payments of the balance of a seat: `isRest` in the ledger. decisions/0062 */

/**
 * Applies one line of a payment to the seat whose balance it pays, wherever the seat has moved since. Idempotent. R351
 * @param isUnpaid the credit that should have paid it is gone: it gets nothing, unless it has it already
 * @returns the seat; null if the payment is refused, because less is owed or the seat has ended; `later` while a change of
 *   the seat counts what was paid: then the payment waits until that is over
 */
export async function payBalance(
  { paymentId }: Pick<Payment, 'paymentId'>,
  item: PaymentItem & { isUnpaid?: boolean },
  services: Services,
): Promise<SeatOfClass<EnrolledSeat> | null | 'later'> {
  const { seatId, amount, upTo, isCoPay, isUnpaid } = item;
  if (await isLocked({ seatId }, services)) return 'later';
  const found = await findSeatAnywhere(seatId, services);
  if (!found) return (await isJustBought(item, services)) ? 'later' : null;
  let given: SeatOfClass<EnrolledSeat> | null = null;
  await changeSeats(
    found.campClass._id,
    (campClass) => {
      const { seat, change } = decideBalance(
        campClass,
        { paymentId, seatId, amount, upTo, isCoPay, isUnpaid },
        services.now(),
      );
      given = seat && pairSeat(campClass, seat);
      return change;
    },
    services,
  );
  // After it is written: see `isBalanceBeingPaid`.
  if (given && (await isLocked({ seatId }, services))) return 'later';
  if (given)
    await followSeat(services.database.collections, { paymentId, seatId }, found.line.item);
  return given;
}

/** A server has given the seat, and has not closed the payment of the deposit yet. */
async function isJustBought(
  { classId, seatId }: PaymentItem,
  { database }: Services,
): Promise<boolean> {
  const campClass = await findClass(database.collections, { _id: classId });
  return allows('payBalance', findSeat(campClass, { seatId }));
}

/**
 * Whether what a line pays is still owed by its payer, so that it may be paid; not while the seat is about to end. The payment is in
 * the ledger before this is asked, and whoever ends an unpaid seat locks it before they look there: one of the two sees
 * the other. R377, R479
 */
export async function isBalanceOwed(
  item: Pick<PaymentItem, 'seatId' | 'amount' | 'upTo' | 'isCoPay'>,
  { userId }: Pick<Payment, 'userId'>,
  services: Services,
): Promise<boolean> {
  const { seatId, amount, upTo } = item;
  const change = await findCurrentChange(services.database.collections, seatId);
  if (change?.kind === 'cancel') return false;
  const found = await findSeatAnywhere(seatId, services);
  const plan = found && planFor(found.seat, item);
  if (!found || !plan || amount > owedFor(found.campClass, { plan }, upTo)) return false;
  const { seat } = found;
  const debtor = plan === seat.coPay?.plan ? seat.coPay.userId : debtorOf(seat);
  return debtor.equals(userId);
}

/**
 * Whether the page for paying a balance was left long ago. No hold ends it, and the balance may be owed for
 * weeks: all that time, the job would keep asking Stripe.
 */
export function isBalancePageLeft(
  { items, createdAt }: Pick<Payment, 'items' | 'createdAt'>,
  { now }: Services,
): boolean {
  const age = now().getTime() - createdAt.getTime();
  return items.some(({ isRest }) => isRest) && age > SCHOOL.booking.holdMinutes * 60_000;
}

/**
 * What a payment paid for a seat with a plan is owed again. Idempotent. R353
 * @throws {ApiError} `seat_changing` while the seat moves: it may have taken the payment with it. Then somebody tries again
 */
export async function oweAgain(line: Line, services: Services): Promise<void> {
  const found = await findSeatAnywhere(line.seatId, services);
  if (!found) return;
  const classId = found.campClass._id;
  await changeSeats(classId, (campClass) => decideOwedAgain(campClass, line), services);
  const change = await findCurrentChange(services.database.collections, line.seatId);
  if (change?.kind === 'move' && change.state === 'decided') throw new ApiError('seat_changing');
}

/** A move that waits for its difference to be paid counts nothing yet. */
async function isLocked({ seatId }: Pick<Line, 'seatId'>, services: Services): Promise<boolean> {
  const change = await findCurrentChange(services.database.collections, seatId);
  return change !== null && !(change.kind === 'move' && change.state === 'open');
}
