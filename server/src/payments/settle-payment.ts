import { recordAct, SYSTEM } from '../audit/audit.service.ts';
import type { ObjectId } from 'mongodb';
import { ApiError } from '../errors.ts';
import type { Intent } from '../outside/stripe.ts';
import {
  type ClassWithSeat,
  enrolPaidSeat,
  isSeatHeld,
  isSeatRefused,
  type PaidSeat,
  refuseSeat,
  takeBackPaidSeat,
} from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import {
  closePayment,
  type Ending,
  findPayment,
  listPaymentsOfSeat,
  onlyItem,
  type Payment,
} from './payments.repo.ts';

export type Settlement =
  | { state: 'enrolled'; campClass: ClassWithSeat; seat: PaidSeat }
  | { state: 'refunded' }
  | { state: 'canceled' }
  /** Not paid yet, or still processing. */
  | { state: 'open' };

/**
 * Settles a payment: the only way to get enrolled. Only the payment's current state at Stripe counts. So this may be
 * called any number of times, by anyone, in any order, and it continues after a crash. The browser (POST /makepayment),
 * Stripe's webhook and the sweep all call it.
 * @throws {ApiError} `not_found` if the payment is not in our ledger, `unavailable` if Stripe does not answer
 */
export async function settlePayment(paymentId: string, services: Services): Promise<Settlement> {
  const payment = await findPayment(services.database.collections, paymentId);
  if (!payment) throw new ApiError('not_found', 'We could not find this payment.');
  if (payment.status === 'refunded' || payment.status === 'canceled')
    return { state: payment.status };
  // Nobody has to ask Stripe about a line of 0: it belongs to a free class.
  if (payment.status === 'enrolled' || payment.amount === 0) return seatPayment(payment, services);

  let intent = await services.cardPayments.retrieveIntent(paymentId);
  if (isUnpaid(intent) && !(await isSeatHeld(bookingOf(payment), services))) {
    // The seat was released, or paid by another payment, so nobody should pay this one anymore.
    await services.cardPayments.cancelIntent(paymentId);
    intent = await services.cardPayments.retrieveIntent(paymentId);
  }
  if (!intent || intent.status === 'canceled') {
    await close(payment, { status: 'canceled' }, services);
    return { state: 'canceled' };
  }
  if (intent.status !== 'succeeded') return { state: 'open' };
  checkIntent(intent, payment);
  return intent.isRefunded ? recordReturn(payment, services) : seatPayment(payment, services);
}

/** The payment's seat, as the seats know it. */
function bookingOf(payment: Payment) {
  const { classId, cartId, childId, name } = onlyItem(payment);
  const { paymentId, email } = payment;
  return { paymentId, email, classId, cartId, childId, name };
}

function isUnpaid(intent: Intent | null): boolean {
  return intent !== null && !['succeeded', 'processing', 'canceled'].includes(intent.status);
}

/** An intent that differs from the ledger was tampered with, or we made a mistake. Then we enroll nobody. */
function checkIntent(intent: Intent, payment: Payment): void {
  const isSame =
    intent.amount === payment.amount &&
    intent.currency === payment.currency &&
    intent.metadata.cartId === onlyItem(payment).cartId.toHexString() &&
    intent.metadata.email === payment.email;
  if (!isSame) throw new Error(`Payment ${payment.paymentId} differs from the ledger`);
}

/** Gives a successful payment its seat, or refunds it. */
async function seatPayment(payment: Payment, services: Services): Promise<Settlement> {
  const enrolment = await enrolPaidSeat(
    { ...bookingOf(payment), price: payment.amount / 100 },
    services,
  );
  if (enrolment) {
    await close(payment, { status: 'enrolled' }, services);
    return { state: 'enrolled', ...enrolment };
  }
  if (payment.amount === 0) {
    await close(payment, { status: 'canceled' }, services);
    return { state: 'canceled' };
  }
  await services.cardPayments.refundIntent(payment.paymentId);
  return recordReturn(payment, services);
}

/**
 * Records that a payment was refunded, no matter by whom, and frees its seat. All of it may be repeated after a crash.
 */
export async function recordReturn(payment: Payment, services: Services): Promise<Settlement> {
  // Before the seat is taken back. A payment that we refused had no seat; any other was returned by the school.
  const isRefused =
    payment.status === 'open' && (await isSeatRefused(bookingOf(payment), services));
  const refundReason = isRefused ? 'no seat' : 'by the school';
  await takeBackPaidSeat(bookingOf(payment), services);
  await recordAct(
    {
      who: SYSTEM,
      action: 'refund',
      target: payment.paymentId,
      before: { email: payment.email, amount: payment.amount, currency: payment.currency },
      after: { status: 'refunded' },
    },
    `refund-${payment.paymentId}`,
    services,
  );
  await close(payment, { status: 'refunded', refundReason }, services);
  return { state: 'refunded' };
}

async function close(
  payment: Payment,
  ending: Ending,
  { database, environment, now, mailBell }: Services,
): Promise<void> {
  await closePayment(database.collections, payment, ending, now(), environment.SCHOOL_TIME_ZONE);
  mailBell.emit('ring');
}

/**
 * Cancels a payment that nobody should pay anymore. If it was paid at just this moment, settles it instead.
 * @returns `open` only if the payment is processing and can't be stopped
 */
export async function endPayment(
  payment: Pick<Payment, 'paymentId' | 'items'>,
  services: Services,
): Promise<Settlement> {
  const { paymentId } = payment;
  const { classId, cartId, amount } = onlyItem(payment);
  if (amount === 0) await refuseSeat({ classId, cartId, paymentId }, services);
  else await services.cardPayments.cancelIntent(paymentId);
  return settlePayment(paymentId, services);
}

/**
 * Ends all open payments of a cart entry, before its seat is released.
 * @returns false if the seat must stay, because one of them is paid or processing
 */
export async function endPaymentsOfSeat(cartId: ObjectId, services: Services): Promise<boolean> {
  const payments = await listPaymentsOfSeat(services.database.collections, cartId);
  for (const payment of payments.filter(({ status }) => status === 'open')) {
    const { state } = await endPayment(payment, services);
    if (state === 'enrolled' || state === 'open') return false;
  }
  return true;
}
