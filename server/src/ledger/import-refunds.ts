import { newsEvent } from '../events/audit-event.ts';
import type { StripeRefund } from '../outside/stripe.ts';
import { readMoment } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findPayment } from './payment-store.ts';
import {
  describeOutcome,
  isOurs,
  PENDING_MS,
  pickOurs,
  recordRefund,
  settleRefund,
} from './refunds.ts';
import { insertRefundOnce, listRefundsOf, type Refund } from './refund-store.ts';
import { release, reserve } from './set-aside.ts';

/**
 * Brings the refunds of a payment in line with Stripe, and takes those that are not ours into the books. Idempotent.
 * Doesn't change the payment's seats.
 * @returns what Stripe refunded beyond what is left of the payment, in cents
 * @throws {ApiError} `unavailable` if Stripe does not answer
 */
export async function importRefunds(paymentId: string, services: Services): Promise<number> {
  const { collections } = services.database;
  const listed = await services.cardPayments.listRefunds(paymentId);
  // After Stripe's list: our refunds are written before they are made, so all of ours in the list are known.
  const known = await listRefundsOf(collections, [paymentId]);
  for (const refund of known.filter(({ state }) => state !== 'decided')) {
    const found = pickOurs(listed, refund);
    if (found) await settleRefund(refund, describeOutcome(found), services);
  }
  const strangers = listed.filter((one) => !known.some((refund) => isOurs(one, refund)));
  let missing = 0;
  for (const stranger of strangers)
    if (stranger.status !== 'failed')
      missing += (await importRefund(stranger, paymentId, services)) ? 0 : stranger.amount;
    // A server stopped while it imported this one, which then failed.
    else await release(collections, { ...identify(stranger), paymentId }, readMoment(services));
  return missing;
}

/** What a refund that we did not decide is called in our books. */
export function identify({ refundId, attempt = 0, stripeId, amount }: StripeRefund) {
  // It has an id of ours if it was made after the backup that this database comes from.
  return { refundId: refundId ?? stripeId, attempt, amount };
}

/**
 * Takes a refund made in Stripe's dashboard into the books. If it is only part of the payment, nobody loses a seat, and
 * an admin is asked which seat it was for. If our own refund has reserved the money, Stripe will refuse ours, and the
 * next look imports this one.
 * @returns false if less is left of the payment
 */
async function importRefund(
  stranger: StripeRefund,
  paymentId: string,
  services: Services,
): Promise<boolean> {
  const { collections } = services.database;
  const { stripeId, status } = stranger;
  const payment = await findPayment(collections, paymentId);
  if (!payment) return true;
  const at = services.now();
  const refund: Refund = {
    ...identify(stranger),
    paymentId,
    seatId: null,
    currency: payment.currency,
    reason: 'by the school',
    state: status,
    stripeId,
    noteDue: true,
    createdAt: at,
    ...(status === 'pending'
      ? { checkAfter: new Date(at.getTime() + PENDING_MS) }
      : { settledAt: at }),
  };
  if (!(await reserve(collections, refund, readMoment(services)))) return false;
  const isPart = (await findPayment(collections, paymentId))?.kept !== 0;
  if (isPart) await recordRefund(refund, services);
  await insertRefundOnce(collections, {
    ...refund,
    ...(isPart && {
      needsAdmin: true,
      events: [newsEvent('refund changed', { refundId: refund.refundId }, services.now())],
    }),
  });
  return true;
}
