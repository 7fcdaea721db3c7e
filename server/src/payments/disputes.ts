import type { StripeDispute } from '../outside/stripe.ts';
import type { Services } from '../services.ts';
import { countDisputed, hastenRefunds, listDisputed, recordDispute } from './disputes.repo.ts';
import { findPayment, listPayments } from './payments.repo.ts';
import { readRefunds } from './read-refunds.ts';
import { insertRefundOnce, listRefundsOf } from './refunds.repo.ts';
import { reserve } from './set-aside.repo.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Brings a payment in line with what Stripe says about its disputes. While one is open, the bank has the money, so
 * nothing can be refunded: refunds that were decided wait for its end. If the school loses it, the books say that the
 * money is gone. Called when Stripe reports a dispute, and by the sweep. May be repeated.
 * @throws {ApiError} `not_found` if the payment is not in our ledger, `unavailable` if Stripe does not answer
 */
export async function readDisputes(paymentId: string, services: Services): Promise<void> {
  const { collections } = services.database;
  // A person who has paid gets their seat first, whatever they told their bank since.
  await settlePayment(paymentId, services);
  const listed = await services.cardPayments.listDisputes(paymentId);
  const current = pickCurrent(listed);
  if (!current) return;
  for (const dispute of listed.filter(({ state }) => state === 'lost'))
    if (!(await recordLoss(dispute, paymentId, services))) {
      // The sweep goes on with open ones.
      await recordDispute(collections, paymentId, { ...current, state: 'open' }, services.now());
      return;
    }
  // If nothing is left of the payment, its seats are free.
  if (current.state === 'lost') await readRefunds(paymentId, services);
  if (await recordDispute(collections, paymentId, current, services.now()))
    services.mailBell.emit('ring');
  if (current.state !== 'open') await hastenRefunds(collections, paymentId, services.now());
}

/** The dispute that decides what can be done with a payment: an open one, or else the newest. */
function pickCurrent(listed: StripeDispute[]): StripeDispute | undefined {
  return listed.find(({ state }) => state === 'open') ?? listed[0];
}

/**
 * Takes a lost dispute into the books: the bank has returned the money. May be repeated.
 * @returns false if it has to wait, because Stripe has not said yet what became of a refund
 */
async function recordLoss(
  { stripeId, amount }: StripeDispute,
  paymentId: string,
  services: Services,
): Promise<boolean> {
  const { collections } = services.database;
  const refundId = `dispute:${stripeId}`;
  const known = await listRefundsOf(collections, [paymentId]);
  // It has set money aside, which it may give back.
  if (known.some(({ state }) => state === 'sent')) return false;
  const payment = await findPayment(collections, paymentId);
  if (!payment) return true;
  const at = services.now();
  const lost = known.find((refund) => refund.refundId === refundId) ?? {
    refundId,
    paymentId,
    cartId: null,
    amount: Math.min(amount, payment.kept),
    currency: payment.currency,
    reason: 'dispute' as const,
    state: 'succeeded' as const,
    attempt: 0,
    stripeId,
    createdAt: at,
    settledAt: at,
  };
  if (lost.amount === 0) return true;
  await insertRefundOnce(collections, lost);
  return reserve(collections, lost, at);
}

/** The payments in our ledger with a dispute that has begun since then or is open, and is not in the books as it is. */
export async function listChangedDisputes(since: Date, services: Services): Promise<string[]> {
  const { collections } = services.database;
  const listed = await services.cardPayments.listDisputesSince(since);
  const payments = await listPayments(
    collections,
    listed.map(({ paymentId }) => paymentId),
  );
  const changed = payments.filter(({ paymentId, dispute }) => {
    const current = pickCurrent(listed.filter((one) => one.paymentId === paymentId));
    return current?.stripeId !== dispute?.stripeId || current?.state !== dispute?.state;
  });
  const open = await listDisputed(collections);
  return [...new Set([...changed.map(({ paymentId }) => paymentId), ...open])];
}

/** How many payments have an open dispute. */
export async function countOpenDisputes({ database }: Services): Promise<number> {
  return countDisputed(database.collections);
}
