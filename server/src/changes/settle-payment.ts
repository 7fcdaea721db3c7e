import { logFailure } from '../log.ts';
import type { ItemState } from '@speakifyr/contract/limits.ts';
import { SYSTEM, recordEvent } from '../events/audit-event.ts';
import { ApiError } from '../errors.ts';
import type { Intent } from '../outside/stripe.ts';
import { findClass } from '../database/class-store.ts';
import type { EnrolledSeat, PaymentItem } from '../database/collections.ts';
import { readMoment } from '../school-time.ts';
import { itemKey } from '../seats/refused-items.ts';
import { findSeat, isEnrolled, type SeatOfClass } from '../seats/find-seat.ts';
import {
  enrollPaidSeat,
  isSeatHeld,
  isSeatRefused,
  noteSeatTaken,
  refuseSeat,
} from '../seats/seats.service.ts';
import { findAddressOf } from '../users/find-users.ts';
import { keepCard } from '../users/saved-cards.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import {
  closePayment,
  type Ending,
  findPayment,
  markReturning,
  noteProcessing,
  type Payment,
  noteFees,
} from '../ledger/payment-store.ts';
import { adoptRefunds } from '../ledger/adopt-refunds.ts';
import { completeMove, finishMove } from './complete-move.ts';
import { endReturnedSeat } from './end-returned-seat.ts';
import { describeSeats } from '../ledger/seats-at-stripe.ts';
import { issueReceiptNow } from '../ledger/due-papers.ts';
import { followPayer } from '../ledger/follow-payer.ts';
import { giveRest, isRestLeft, isRestOwed } from './give-rest.ts';
import { finishResales } from './resales.ts';
import { carryOutOrLeave, decideRefund } from '../ledger/refunds.ts';
import { listRefundsOf } from '../ledger/refund-store.ts';
import {
  dropCredits,
  nameCreditPayment,
  type Refused,
  reserveCredits,
  settleCredits,
} from '../ledger/spend-credit.ts';

/** A seat that a payment got. */
export type GivenSeat = SeatOfClass<EnrolledSeat>;

/** `given` has the seats that the payment has, by seat id (hexadecimal). */
export type Settlement =
  | { state: 'enrolled'; given: Map<string, GivenSeat> }
  | { state: 'refunded' }
  | { state: 'canceled' }
  /** Not paid yet, or still processing. */
  | { state: 'open' };

/**
 * Settles a payment: the only way to get enrolled. Each of its seats is given or refunded separately. Only the
 * payment's current state at Stripe counts. So it is idempotent: anyone may call it any number of times, in any order,
 * and it continues after a crash. The browser (POST /makepayment), Stripe's webhook and a job all call it.
 * R15, R55, R132, R244
 * @throws {ApiError} `not_found` if the payment is not in our ledger, `unavailable` if Stripe does not answer
 */
export async function settlePayment(paymentId: string, services: Services): Promise<Settlement> {
  const payment = await readPayment(paymentId, services);
  if (payment.status !== 'open') return describeClosed(payment, services);
  if (payment.method !== 'card') return seatPayment(payment, services);

  let intent = await services.cardPayments.retrieveIntent(paymentId);
  // A try of a saved card is never abandoned: its bank's answer must still be noted.
  const isLeft =
    !payment.installment && intent?.status !== 'processing' && isRestLeft(payment, services);
  if (isUnpaid(intent) && (isLeft || !(await areSeatsHeld(payment, services)))) {
    // A seat was released, or paid by another payment, so nobody should pay this one anymore.
    await services.cardPayments.cancelIntent(paymentId);
    intent = await services.cardPayments.retrieveIntent(paymentId);
  }
  const isProcessing = intent?.status === 'processing';
  if (intent?.status !== 'succeeded' && isProcessing !== (payment.isProcessing ?? false)) {
    await noteProcessing(services.database.collections, paymentId, isProcessing, services.now());
  }
  if (!intent || intent.status === 'canceled') {
    // First: once the payment is closed, no job looks at it.
    await dropCredits(payment, services);
    await close(payment, { status: 'canceled' }, services);
    return { state: 'canceled' };
  }
  if (intent.status !== 'succeeded') return { state: 'open' };
  checkIntent(intent, payment);
  await noteFees(paymentId, intent.fees, services);
  if (intent.savedCard) await keepCard(payment, intent.savedCard, services);
  if (!intent.isRefunded) return seatPayment(payment, services);
  await adoptRefunds(paymentId, services);
  // The refund may have failed since Stripe reported it. Then the next call gives the seats.
  if ((await readPayment(paymentId, services)).kept > 0) return { state: 'open' };
  return recordReturn(payment, services);
}

async function readPayment(paymentId: string, { database }: Services): Promise<Payment> {
  const payment = await findPayment(database.collections, paymentId);
  if (!payment) throw new ApiError('not_found', 'We could not find this payment.');
  return payment;
}

/** One seat of a payment, as the seats know it. */
function bookingOf(payment: Pick<Payment, 'paymentId' | 'userId'>, item: PaymentItem) {
  const { classId, seatId, childId, amount, credit, moveId, lines, plan, coPay, extras } = item;
  const { paymentId, userId } = payment;
  const line = { paymentId, userId, classId, seatId, childId, moveId, lines, extras };
  if (!plan) return { ...line, price: priceOf(item) / 100 };
  const price = sumAmounts([...plan.parts, ...(coPay?.plan.parts ?? [])]) / 100;
  const byCredit = credit ? [{ paymentId: nameCreditPayment(payment), amount: credit }] : [];
  return { ...line, price, plan: { ...plan, paid: [{ paymentId, amount }, ...byCredit] }, coPay };
}

/** What is paid for a seat, by card and with credit, in cents. */
function priceOf({ amount, credit = 0 }: PaymentItem): number {
  return amount + credit;
}

function isUnpaid(intent: Intent | null): boolean {
  return intent !== null && !['succeeded', 'canceled'].includes(intent.status);
}

/** Whether all seats of a payment are still held for the payer, expired or not, or still owed. */
export async function areSeatsHeld(
  payment: Pick<Payment, 'paymentId' | 'userId' | 'items'>,
  services: Services,
): Promise<boolean> {
  for (const item of payment.items)
    if (
      !(await (item.isRest
        ? isRestOwed(item, payment, services)
        : isSeatHeld(bookingOf(payment, item), services)))
    )
      return false;
  return true;
}

/** An intent that differs from the ledger was tampered with, or we made a mistake. Then we enroll nobody. */
function checkIntent({ amount, currency, metadata }: Intent, payment: Payment): void {
  const { seatIds, moreSeatIds } = describeSeats(payment.items);
  const isSame =
    amount === payment.amount &&
    currency === payment.currency &&
    metadata.seatIds === seatIds &&
    metadata.moreSeatIds === moreSeatIds &&
    metadata.email === payment.email;
  if (!isSame) throw new Error(`Payment ${payment.paymentId} differs from the ledger`);
}

/**
 * Gives a successful payment its seats. The price of a seat that can't be given is refunded: this is recorded before
 * the payment is closed, and carried out after it.
 */
async function seatPayment(payment: Payment, services: Services): Promise<Settlement> {
  const { paymentId, currency } = payment;
  // Without the credit, it can't buy anything anymore. What another process has given stays given.
  const isUnpaid = !(await reserveCredits(payment, services));
  if (isUnpaid) await refuseSeats(payment, services);
  const given = new Map<string, GivenSeat>();
  const refused: Refused[] = [];
  const states: ItemState[] = [];
  for (const item of payment.items) {
    const { seatId, amount } = item;
    const enrollment = await giveSeat(payment, { ...item, isUnpaid }, services);
    // The job settles it once the change of the seat is over.
    if (enrollment === 'later') return { state: 'open' };
    if (enrollment) given.set(seatId.toHexString(), enrollment);
    else if (amount > 0)
      refused.push({
        ...{ refundId: itemKey(paymentId, seatId), paymentId, seatId, amount },
        reason: nameRefusal(item),
      });
    states.push(enrollment ? 'enrolled' : amount > 0 ? 'refunded' : 'canceled');
  }
  const ending = decideEnding(payment, given.size);
  // If another process has closed the payment, a seat may have been given and then freed by a refund of the school.
  if (refused.length > 0 && (await readPayment(paymentId, services)).status !== 'open')
    return settlePayment(paymentId, services);
  const unused = await settleCredits(payment, states, services);
  const refunds = ending.status === 'canceled' ? [] : [...refused, ...unused];
  for (const refund of refunds) await decideRefund({ ...refund, currency }, services);
  await followPayer(payment, services);
  // A refused line moved no money if the payment was canceled.
  await close(payment, ending.status === 'canceled' ? ending : { ...ending, states }, services);
  for (const { refundId } of refunds) await carryOutOrLeave(refundId, services);
  for (const { moveId } of payment.items) {
    const problem = 'a seat is not moved yet';
    if (moveId) await logFailure(finishMove(moveId, services), problem, services, { moveId });
  }
  if (ending.status === 'enrolled') {
    await issueReceiptNow(paymentId, services);
    if (payment.credits && payment.method === 'card')
      await issueReceiptNow(nameCreditPayment(payment), services);
    // The payment may have resold other seats.
    await logFailure(finishResales(services), 'resold seats are not refunded yet', services);
  }
  return ending.status === 'enrolled' ? { state: 'enrolled', given } : { state: ending.status };
}

/** Gives one line of a payment its seat, or moves the seat for which it pays the difference. Idempotent. */
async function giveSeat(
  payment: Payment,
  item: PaymentItem & { isUnpaid: boolean },
  services: Services,
): Promise<GivenSeat | null | 'later'> {
  const { seatId, amount, moveId, isRest } = item;
  const { paymentId, userId } = payment;
  if (isRest) return giveRest(payment, item, services);
  if (moveId) return completeMove({ paymentId, seatId, amount, moveId }, services);
  const enrollment = await enrollPaidSeat(bookingOf(payment, item), services);
  if (enrollment) await noteSeatTaken({ userId, seatId, isPaid: priceOf(item) > 0 }, services);
  return enrollment;
}

function decideEnding({ method, items }: Payment, given: number) {
  if (given > 0) return { status: 'enrolled' as const };
  // No money has moved.
  if (method === 'free' || method === 'credit') return { status: 'canceled' as const };
  return { status: 'refunded' as const, refundReason: nameRefusals(items) };
}

/** Why a refused line is refunded. */
function nameRefusal({ isRest }: PaymentItem): 'not owed' | 'no seat' {
  return isRest ? 'not owed' : 'no seat';
}

function nameRefusals(items: PaymentItem[]): 'not owed' | 'no seat' {
  return items.every(({ isRest }) => isRest) ? 'not owed' : 'no seat';
}

/** A closed payment never gets another seat. Seats that were freed by a refund are left out. */
async function describeClosed(payment: Payment, services: Services): Promise<Settlement> {
  const { status } = payment;
  if (status !== 'enrolled') return { state: status };
  const given = new Map<string, GivenSeat>();
  for (const item of payment.items) {
    const { classId, seatId, isGiven } = item;
    const campClass = isGiven && (await findClass(services.database.collections, { _id: classId }));
    const seat = campClass ? findSeat(campClass, { seatId }) : undefined;
    if (campClass && isEnrolled(seat)) given.set(seatId.toHexString(), { campClass, seat });
  }
  return { state: 'enrolled', given };
}

/**
 * Records that all of a payment was refunded, no matter by whom, and ends the seats that it paid for. All of it may be
 * repeated after a crash. R94
 * @returns `open` if the money is with the school again, so that nothing ends
 */
export async function recordReturn(payment: Payment, services: Services): Promise<Settlement> {
  // Before the seats are taken back. A payment that we refused had no seat; any other was returned by the school.
  const refundReason = await findReason(payment, services);
  const { paymentId, amount, currency } = payment;
  if (!(await markReturning(services.database.collections, paymentId))) return { state: 'open' };
  for (const { seatId } of payment.items) await endReturnedSeat({ paymentId, seatId }, services);
  // What was never spent.
  if (payment.status === 'open') await dropCredits(payment, services);
  const email = await findAddressOf(payment.userId, services);
  await recordEvent(
    {
      by: SYSTEM,
      type: 'refund',
      target: payment.paymentId,
      before: { email, amount, currency },
      after: { status: 'refunded' },
    },
    `refund-${payment.paymentId}`,
    services,
  );
  await close(payment, { status: 'refunded', refundReason }, services);
  return { state: 'refunded' };
}

async function findReason(payment: Payment, services: Services) {
  if (await isRefused(payment, services)) return nameRefusals(payment.items);
  const refunds = await listRefundsOf(services.database.collections, [payment.paymentId]);
  return refunds.some(({ reason }) => reason === 'dispute') ? 'dispute' : 'by the school';
}

async function isRefused(payment: Payment, services: Services): Promise<boolean> {
  if (payment.status !== 'open') return false;
  for (const item of payment.items)
    if (!(await isSeatRefused(bookingOf(payment, item), services))) return false;
  return true;
}

async function close(payment: Payment, ending: Ending, services: Services): Promise<void> {
  await closePayment(services.database.collections, payment, ending, readMoment(services));
}

/** Decides that a payment gets none of its seats, unless it has them already. */
export async function refuseSeats(
  { paymentId, items }: Pick<Payment, 'paymentId' | 'items'>,
  services: Services,
): Promise<void> {
  for (const { classId, seatId } of items)
    await refuseSeat({ classId, seatId, paymentId }, services);
}
