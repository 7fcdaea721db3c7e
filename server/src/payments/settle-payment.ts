import { recordAct, SYSTEM } from '../audit/audit.service.ts';
import type { ClassWithSeat, EnrolledSeat, PaymentDocument } from '../database/collections.ts';
import { ApiError } from '../http/api-error.ts';
import type { Intent } from '../outside/stripe.ts';
import { enrolPaidSeat } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { claimDuePayment, closePayment, findPayment, listPaymentsOfSeat } from './payments.repo.ts';

/** How long one server has a due payment to itself, and how long until it is looked at again. */
const NEXT_CHECK_MS = 30_000;
const MAX_PAYMENTS_A_SWEEP = 100;

export type Settlement =
  | { state: 'enrolled'; campClass: ClassWithSeat; seat: EnrolledSeat }
  | { state: 'refunded' }
  | { state: 'canceled' }
  /** Not paid yet, or still on its way. */
  | { state: 'open' };

/**
 * Brings a payment to where it belongs: the only way to be enrolled. What counts is what Stripe says of it now,
 * so it may be called any number of times, by anyone, in any order, and picks up where a crash left it:
 * the browser (POST /makepayment), Stripe's webhook, the sweep and the start of the server all call it.
 * @param id of the PaymentIntent
 * @throws {ApiError} `not_found` for a payment that is not ours, `unavailable` if Stripe can't be asked
 */
export async function settlePayment(id: string, services: Services): Promise<Settlement> {
  const { collections } = services.database;
  const payment = await findPayment(collections, id);
  if (!payment) throw new ApiError('not_found', 'We do not know this payment.');
  const close = (status: 'enrolled' | 'refunded' | 'canceled') =>
    closePayment(collections, id, status, services.now(), services.environment.SCHOOL_TIME_ZONE);
  if (payment.status === 'refunded' || payment.status === 'canceled')
    return { state: payment.status };

  if (payment.status === 'open') {
    const intent = await services.cardPayments.retrieveIntent(id);
    checkIntent(intent, payment);
    if (intent.status === 'canceled') {
      await close('canceled');
      return { state: 'canceled' };
    }
    if (intent.status !== 'succeeded') return { state: 'open' };
  }

  const enrolment = await enrolPaidSeat(
    { ...payment, paymentId: id, price: payment.amount / 100 },
    services,
  );
  if (!enrolment) {
    await services.cardPayments.refundIntent(id);
    if (await close('refunded')) await recordRefund(payment, services);
    return { state: 'refunded' };
  }
  await close('enrolled');
  return { state: 'enrolled', ...enrolment };
}

async function recordRefund(payment: PaymentDocument, services: Services): Promise<void> {
  await recordAct(
    {
      who: SYSTEM,
      action: 'refund',
      target: payment._id,
      before: { email: payment.email, amount: payment.amount, currency: payment.currency },
      after: { status: 'refunded' },
    },
    services,
  );
}

/** An intent that differs from its line in the ledger was tampered with, or is a fault of ours: nobody is enrolled. */
function checkIntent(intent: Intent, payment: PaymentDocument): void {
  const isSame =
    intent.amount === payment.amount &&
    intent.currency === payment.currency &&
    intent.metadata.cartId === payment.cartId.toHexString() &&
    intent.metadata.email === payment.email;
  if (!isSame) throw new Error(`Payment ${payment._id} differs from the ledger`);
}

/**
 * Ends a payment that nobody should pay any more. If it was paid in this very moment, it is settled instead.
 * @returns `open` only if the money is on its way and the payment can't be stopped
 */
export async function endPayment(
  payment: PaymentDocument,
  services: Services,
): Promise<Settlement> {
  await services.cardPayments.cancelIntent(payment._id);
  return settlePayment(payment._id, services);
}

/**
 * Ends all open payments of a cart entry before its seat is given back.
 * @returns false if the seat must stay, because one of them is paid or about to be
 */
export async function endPaymentsOfSeat(
  cartId: PaymentDocument['cartId'],
  services: Services,
): Promise<boolean> {
  const payments = await listPaymentsOfSeat(services.database.collections, cartId);
  for (const payment of payments.filter(({ status }) => status === 'open')) {
    const { state } = await endPayment(payment, services);
    if (state === 'enrolled' || state === 'open') return false;
  }
  return true;
}

/**
 * Settles every open payment whose time has come: the answer to a closed tab, a lost webhook, a crash.
 * Part of the sweep; several servers may run it at once.
 */
export async function settleDuePayments(services: Services): Promise<void> {
  for (let count = 0; count < MAX_PAYMENTS_A_SWEEP; count += 1) {
    const at = services.now();
    const payment = await claimDuePayment(
      services.database.collections,
      at,
      new Date(at.getTime() + NEXT_CHECK_MS),
    );
    if (!payment) return;
    try {
      await settlePayment(payment._id, services);
    } catch (error) {
      services.log.error(
        { err: error, payment: payment._id },
        'a payment could not be settled yet',
      );
    }
  }
}
