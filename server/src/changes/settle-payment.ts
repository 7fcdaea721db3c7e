import type { ItemState } from '@speakifyr/contract/money-states.ts';
import type { ObjectId } from 'mongodb';
import { findClass } from '../database/class-store.ts';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import { ApiError } from '../errors.ts';
import { findAnyChild } from '../families/booking.ts';
import { keepCostShare } from '../families/family.ts';
import { importRefunds } from '../ledger/import-refunds.ts';
import { issueReceiptNow } from '../ledger/due-papers.ts';
import { followPayer } from '../ledger/follow-payer.ts';
import {
  closePayment,
  type Ending,
  findPayment,
  noteCard,
  noteDecline,
  noteFees,
  noteProcessing,
  type Payment,
} from '../ledger/payment-store.ts';
import { decideRefund, tryRefund } from '../ledger/refunds.ts';
import { areSeatsNamed } from '../ledger/seats-at-stripe.ts';
import {
  dropCredits,
  nameCreditPayment,
  newCredit,
  type Refused,
  reserveCredits,
  settleCredits,
} from '../ledger/spend-credit.ts';
import { logFailure } from '../log.ts';
import type { Intent } from '../outside/stripe.ts';
import { readMoment } from '../school-time.ts';
import { findSeat, isEnrolled, type SeatOfClass, pairSeat } from '../seats/find-seat.ts';
import { itemKey } from '../seats/refused-items.ts';
import { enrollPaidSeat, noteSeatTaken } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { findNewOwner, findUserWithId } from '../users/find-users.ts';
import { keepCard } from '../users/saved-cards.ts';
import { completeMove, finishMove } from './complete-move.ts';
import { payBalance, isBalancePageLeft } from './pay-balance.ts';
import { areSeatsHeld, bookingOf, nameRefusal, priceOf, refuseSeats } from './paid-lines.ts';
import { recordReturn } from './record-return.ts';
import { finishResales } from './resales.ts';

/**
 * How a payment ends, from the top down: what Stripe says, seats or money back, what is written, who hears of it.
 *
 * All steps may be repeated, by anybody and after a crash. What is decided is written before it is carried out, and the
 * payment is closed last: until then, a job comes back to it.
 */

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
  const money = payment.method === 'card' ? await findMoney(payment, services) : 'here';
  if (money === 'awaited') return { state: 'open' };
  if (money === 'never') return endUnpaid(payment, services);
  if (money === 'returned') return recordReturn(payment, services);
  return seatPayment(payment, services);
}

async function readPayment(paymentId: string, { database }: Services): Promise<Payment> {
  const payment = await findPayment(database.collections, paymentId);
  if (!payment) throw new ApiError('not_found', 'We could not find this payment.');
  return payment;
}

/** 1. What Stripe says. Declines, fees and refunds that it knows of are noted. */
async function findMoney(
  payment: Payment,
  services: Services,
): Promise<'here' | 'awaited' | 'never' | 'returned'> {
  const { paymentId } = payment;
  const intent = await askStripe(payment, services);
  // The server that asked the bank may have stopped before it noted the answer.
  if (intent?.decline) await noteDecline(paymentId, intent.decline, services);
  if (!intent || intent.status === 'canceled') return 'never';
  if (intent.status !== 'succeeded') return 'awaited';
  checkIntent(intent, payment);
  await noteFees(paymentId, intent.fees, services);
  if (intent.last4) await noteCard(paymentId, intent.last4, services);
  if (intent.savedCard) await keepCard(payment, intent.savedCard, services);
  if (!intent.isRefunded) return 'here';
  await importRefunds(paymentId, services);
  // The refund may have failed since Stripe reported it. Then the next call gives the seats.
  return (await readPayment(paymentId, services)).kept > 0 ? 'awaited' : 'returned';
}

/** Reads the payment at Stripe, and cancels it there first if nobody should pay it anymore. */
async function askStripe(payment: Payment, services: Services): Promise<Intent | null> {
  const { paymentId } = payment;
  let intent = await services.cardPayments.retrieveIntent(paymentId);
  if (isUnpaid(intent) && (await isGivenUp(payment, intent, services))) {
    await services.cardPayments.cancelIntent(paymentId);
    intent = await services.cardPayments.retrieveIntent(paymentId);
  }
  const isProcessing = intent?.status === 'processing';
  if (intent?.status !== 'succeeded' && isProcessing !== (payment.isProcessing ?? false))
    await noteProcessing(services.database.collections, paymentId, isProcessing, services.now());
  return intent;
}

function isUnpaid(intent: Intent | null): intent is Intent {
  return intent !== null && !['succeeded', 'canceled'].includes(intent.status);
}

/** A seat was released or paid by another payment, or the page for its balance was left. */
async function isGivenUp(payment: Payment, { status }: Intent, services: Services) {
  // A try of a saved card is never given up: its bank's answer must still be noted.
  const isLeft =
    !payment.installment && status !== 'processing' && isBalancePageLeft(payment, services);
  return isLeft || !(await areSeatsHeld(payment, services));
}

/** An intent that differs from the ledger was tampered with, or we made a mistake. Then we enroll nobody. */
function checkIntent({ amount, currency, metadata }: Intent, payment: Payment): void {
  const isSame =
    amount === payment.amount &&
    currency === payment.currency &&
    areSeatsNamed(metadata, payment.items) &&
    metadata.email === payment.email;
  if (!isSame) throw new Error(`Payment ${payment.paymentId} differs from the ledger`);
}

async function endUnpaid(payment: Payment, services: Services): Promise<Settlement> {
  // First: once the payment is closed, no job looks at it.
  await dropCredits(payment, services);
  await closePayment(
    services.database.collections,
    payment,
    { status: 'canceled' },
    readMoment(services),
  );
  return { state: 'canceled' };
}

/**
 * 2. Seats or money back, for a payment whose money is here. The price of a seat that can't be given is refunded: this is
 * recorded before the payment is closed, and carried out after it.
 */
async function seatPayment(payment: Payment, services: Services): Promise<Settlement> {
  const lines = await giveSeats(payment, services);
  // The job settles it once the change of the seat is over.
  if (!lines) return { state: 'open' };
  const isRefused = lines.some(({ refusal }) => refusal);
  // If another process has closed the payment, a seat may have been given and then freed by a refund of the school.
  if (isRefused && (await readPayment(payment.paymentId, services)).status !== 'open')
    return settlePayment(payment.paymentId, services);
  const given = new Map(
    lines.flatMap(({ seatId, seat }) => (seat ? [[seatId.toHexString(), seat]] : [])),
  );
  const ending = decideEnding(payment, given.size);
  const refundIds = await writeDown(payment, lines, ending, services);
  await carryOut(payment, ending, refundIds, services);
  return ending.status === 'enrolled' ? { state: 'enrolled', given } : { state: ending.status };
}

/** What became of one line of a payment. */
type SettledLine = {
  seatId: ObjectId;
  seat: GivenSeat | null;
  state: ItemState;
  refusal?: Refused;
};

/** @returns undefined if a seat is just being changed, so that nobody can say yet */
async function giveSeats(payment: Payment, services: Services): Promise<SettledLine[] | undefined> {
  const { paymentId } = payment;
  // Without the credit, it can't buy anything anymore. What another process has given stays given.
  const isUnpaid = payment.credits !== undefined && !(await reserveCredits(payment, services));
  if (isUnpaid) await refuseSeats(payment, services);
  const lines: SettledLine[] = [];
  for (const item of payment.items) {
    const seat = await giveSeat(payment, { ...item, isUnpaid }, services);
    if (seat === 'later') return undefined;
    const { seatId, amount } = item;
    const refundId = itemKey(paymentId, seatId);
    const refusal = {
      refundId,
      paymentId,
      seatId,
      amount,
      reason: nameRefusal([item]),
      ...(item.isForCredit && { credit: newCredit() }),
    };
    if (seat) lines.push({ seatId, seat, state: 'enrolled' });
    else if (amount > 0) lines.push({ seatId, seat, state: 'refunded', refusal });
    else lines.push({ seatId, seat, state: 'canceled' });
  }
  return lines;
}

/** Gives one line of a payment its seat, or moves the seat for which it pays the difference. Idempotent. */
async function giveSeat(
  payment: Payment,
  item: PaymentItem & { isUnpaid: boolean },
  services: Services,
): Promise<GivenSeat | null | 'later'> {
  const { seatId, amount, moveId, isRest, isForCredit } = item;
  const { paymentId, userId } = payment;
  if (isForCredit) return null;
  if (isRest) return payBalance(payment, item, services);
  if (moveId) return completeMove({ paymentId, seatId, amount, moveId }, services);
  const booking = bookingOf(payment, await followCostShare(item, services));
  const enrollment = await enrollPaidSeat(booking, services);
  if (enrollment) await noteSeatTaken({ userId, seatId, isPaid: priceOf(item) > 0 }, services);
  return enrollment;
}

/**
 * Nobody owes a share by an agreement that ended before the seat was booked: then all that is not paid is the booker's. R371
 */
async function followCostShare<I extends PaymentItem>(item: I, services: Services): Promise<I> {
  const { childId, plan, coPay } = item;
  if (!childId || !plan || !coPay) return item;
  const child = await findAnyChild(childId, services);
  const share = child && keepCostShare(child);
  const userId = findNewOwner(await findUserWithId(coPay.userId, services)) ?? coPay.userId;
  if (share?.agreedAt && [share.askedBy, share.other].some((id) => id.equals(userId)))
    return { ...item, coPay: { ...coPay, userId } };
  const { coPay: _ended, ...own } = item;
  return { ...own, plan: { ...plan, parts: [...plan.parts, ...coPay.plan.parts] } } as I;
}

function decideEnding({ method, items }: Payment, given: number): Ending {
  if (given > 0) return { status: 'enrolled' };
  // No money has moved.
  if (method === 'free' || method === 'credit') return { status: 'canceled' };
  return { status: 'refunded', refundReason: nameRefusal(items) };
}

/**
 * 3. What is written: what credit paid, the refunds, the payer, and then the end of the payment.
 * @returns the refunds that are to be carried out
 */
async function writeDown(
  payment: Payment,
  lines: SettledLine[],
  ending: Ending,
  services: Services,
): Promise<string[]> {
  const states = lines.map(({ state }) => state);
  const unused = await settleCredits(payment, states, services);
  const isCanceled = ending.status === 'canceled';
  const refunds = isCanceled ? [] : [...lines.flatMap(({ refusal }) => refusal ?? []), ...unused];
  const { currency } = payment;
  for (const refund of refunds) await decideRefund({ ...refund, currency }, services);
  await followPayer(payment, services);
  // A refused line moved no money if the payment was canceled.
  await closePayment(
    services.database.collections,
    payment,
    isCanceled ? ending : { ...ending, states },
    readMoment(services),
  );
  return refunds.map(({ refundId }) => refundId);
}

/** 4. What follows: refunds, moves, receipts, resold seats. What fails here, a job finishes. Emails come from the events. */
async function carryOut(
  payment: Payment,
  { status }: Ending,
  refundIds: string[],
  services: Services,
): Promise<void> {
  for (const refundId of refundIds) await tryRefund(refundId, services);
  for (const { moveId } of payment.items) {
    const problem = 'a seat is not moved yet';
    if (moveId) await logFailure(finishMove(moveId, services), problem, services, { moveId });
  }
  if (status !== 'enrolled') return;
  await issueReceiptNow(payment.paymentId, services);
  if (payment.credits && payment.method === 'card')
    await issueReceiptNow(nameCreditPayment(payment), services);
  // The payment may have resold other seats.
  await logFailure(finishResales(services), 'resold seats are not refunded yet', services);
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
    if (campClass && isEnrolled(seat)) given.set(seatId.toHexString(), pairSeat(campClass, seat));
  }
  return { state: 'enrolled', given };
}
