import { recordAct, SYSTEM } from '../audit/audit.service.ts';
import type { ObjectId } from 'mongodb';
import { ApiError } from '../errors.ts';
import type { Intent } from '../outside/stripe.ts';
import {
  type ClassWithSeat,
  enrolPaidSeat,
  isSeatHeld,
  type PaidSeat,
  takeBackPaidSeat,
} from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { closePayment, findPayment, listPaymentsOfSeat, type Payment } from './payments.repo.ts';

export type Settlement =
  | { state: 'enrolled'; campClass: ClassWithSeat; seat: PaidSeat }
  | { state: 'refunded' }
  | { state: 'canceled' }
  /** Not paid yet, or still on its way. */
  | { state: 'open' };

/**
 * Brings a payment to where it belongs: the only way to be enrolled. What counts is what Stripe says of it now,
 * so it may be called any number of times, by anyone, in any order, and picks up where a crash left it:
 * the browser (POST /makepayment), Stripe's webhook, the sweep and the start of the server all call it.
 * @throws {ApiError} `not_found` for a payment that is not ours, `unavailable` if Stripe can't be asked
 */
export async function settlePayment(paymentId: string, services: Services): Promise<Settlement> {
  const payment = await findPayment(services.database.collections, paymentId);
  if (!payment) throw new ApiError('not_found', 'We could not find this payment.');
  if (payment.status === 'refunded' || payment.status === 'canceled')
    return { state: payment.status };
  if (payment.status === 'enrolled') return seatPayment(payment, services);

  let intent = await services.cardPayments.retrieveIntent(paymentId);
  if (isUnpaid(intent) && !(await isSeatHeld(payment, services))) {
    // Its seat was given back, or paid by another payment: nobody should pay for it any more.
    await services.cardPayments.cancelIntent(paymentId);
    intent = await services.cardPayments.retrieveIntent(paymentId);
  }
  if (!intent || intent.status === 'canceled') {
    await close(payment, 'canceled', services);
    return { state: 'canceled' };
  }
  if (intent.status !== 'succeeded') return { state: 'open' };
  checkIntent(intent, payment);
  return intent.isRefunded ? recordReturn(payment, services) : seatPayment(payment, services);
}

function isUnpaid(intent: Intent | null): boolean {
  return intent !== null && !['succeeded', 'processing', 'canceled'].includes(intent.status);
}

/** An intent that differs from its line in the ledger was tampered with, or is a fault of ours: nobody is enrolled. */
function checkIntent(intent: Intent, payment: Payment): void {
  const isSame =
    intent.amount === payment.amount &&
    intent.currency === payment.currency &&
    intent.metadata.cartId === payment.cartId.toHexString() &&
    intent.metadata.email === payment.email;
  if (!isSame) throw new Error(`Payment ${payment.paymentId} differs from the ledger`);
}

/** Money that came in buys a seat, or goes back. */
async function seatPayment(payment: Payment, services: Services): Promise<Settlement> {
  const enrolment = await enrolPaidSeat({ ...payment, price: payment.amount / 100 }, services);
  if (enrolment) {
    await close(payment, 'enrolled', services);
    return { state: 'enrolled', ...enrolment };
  }
  await services.cardPayments.refundIntent(payment.paymentId);
  return recordReturn(payment, services);
}

/**
 * Takes note that the money of a payment went back, whoever gave it back: it has no seat from then on.
 * Everything here may be done again after a crash.
 */
async function recordReturn(payment: Payment, services: Services): Promise<Settlement> {
  await takeBackPaidSeat(payment.classId, payment.paymentId, services);
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
  await close(payment, 'refunded', services);
  return { state: 'refunded' };
}

/**
 * Settles a payment, looks whether its money went back at Stripe's own dashboard, and frees its seat if so.
 * Called when Stripe says that a charge was refunded.
 */
export async function settleRefund(paymentId: string, services: Services): Promise<void> {
  // Settled first: whoever enrolled it may have asked Stripe just before the money went back.
  const { state } = await settlePayment(paymentId, services);
  if (state !== 'enrolled') return;
  const payment = await findPayment(services.database.collections, paymentId);
  const intent = await services.cardPayments.retrieveIntent(paymentId);
  if (payment && intent?.isRefunded) await recordReturn(payment, services);
}

async function close(
  payment: Payment,
  status: 'enrolled' | 'refunded' | 'canceled',
  { database, environment, now }: Services,
): Promise<void> {
  await closePayment(database.collections, payment, status, now(), environment.SCHOOL_TIME_ZONE);
}

/**
 * Ends a payment that nobody should pay any more. If it was paid in this very moment, it is settled instead.
 * @returns `open` only if the money is on its way and the payment can't be stopped
 */
export async function endPayment(paymentId: string, services: Services): Promise<Settlement> {
  await services.cardPayments.cancelIntent(paymentId);
  return settlePayment(paymentId, services);
}

/**
 * Ends all open payments of a cart entry before its seat is given back.
 * @returns false if the seat must stay, because one of them is paid or about to be
 */
export async function endPaymentsOfSeat(cartId: ObjectId, services: Services): Promise<boolean> {
  const payments = await listPaymentsOfSeat(services.database.collections, cartId);
  for (const payment of payments.filter(({ status }) => status === 'open')) {
    const { state } = await endPayment(payment.paymentId, services);
    if (state === 'enrolled' || state === 'open') return false;
  }
  return true;
}
