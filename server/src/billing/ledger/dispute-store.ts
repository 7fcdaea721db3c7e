import { newsEvent } from '../../events/audit-event.ts';
import type { Collections, PaymentDocument } from '../../database/collections.ts';
import type { Payment } from './payment-store.ts';

type Payments = Pick<Collections, 'payments'>;
type Refunds = Pick<Collections, 'refunds'>;
type Dispute = NonNullable<PaymentDocument['dispute']>;

/** Whether the payer's bank has the money of a payment for now, so that nothing of it can go back. */
export function isFrozen({ dispute }: Pick<PaymentDocument, 'dispute'>): boolean {
  return dispute?.state === 'open' && !dispute.isRefundable;
}

/**
 * Writes down what Stripe says about a dispute, and when. Only if nobody has written anything since `before` was read:
 * then Stripe's answer, which came later, is newer than what is there.
 */
export async function recordDispute(
  { payments }: Payments,
  before: Pick<Payment, 'paymentId' | 'dispute' | 'disputeChanges'>,
  dispute: Dispute,
  at: Date,
): Promise<void> {
  const { stripeId, state, status } = dispute;
  const known = before.dispute?.stripeId === stripeId ? before.dispute : undefined;
  const isSame = known?.status === status && known.state === state;
  if (isSame && known.isRefundable === dispute.isRefundable) return;
  // An inquiry that becomes a dispute is news.
  const isNews = known?.state !== state || known.isRefundable !== dispute.isRefundable;
  await payments.updateOne(
    { _id: before.paymentId, disputeChanges: before.disputeChanges ?? { $exists: false } },
    {
      $set: { dispute, changedAt: at },
      $push: {
        disputeChanges: { stripeId, state, status, at },
        ...(state === 'open' &&
          isNews && { events: newsEvent('payment disputed', { paymentId: before.paymentId }, at) }),
      },
    },
  );
}

/**
 * Takes a loss back that is in the books: the bank has given the money back. May be repeated.
 * @param needsAdmin whether an admin has to look at it
 */
export async function reverseLoss(
  { refunds }: Refunds,
  refundId: string,
  needsAdmin: boolean,
  at: Date,
): Promise<void> {
  await refunds.updateOne(
    { _id: refundId, state: 'succeeded' },
    {
      $set: {
        ...{ state: 'reversed', reversedAt: at, noteDue: true },
        ...(needsAdmin && { needsAdmin: true }),
      },
      ...(needsAdmin && { $push: { events: newsEvent('refund changed', { refundId }, at) } }),
    },
  );
}

/** The ids of the payments whose dispute is open, as far as we know. */
export async function listDisputed({ payments }: Payments): Promise<string[]> {
  const found = await payments
    .find({ 'dispute.state': 'open' }, { projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id);
}

/** How many payments have an open dispute. */
export async function countDisputed({ payments }: Payments): Promise<number> {
  return payments.countDocuments({ 'dispute.state': 'open' });
}

/** Lets a decided refund wait until then. */
export async function postponeRefund(
  { refunds }: Refunds,
  refundId: string,
  checkAfter: Date,
): Promise<void> {
  await refunds.updateOne({ _id: refundId, state: 'decided' }, { $set: { checkAfter } });
}

/** Takes back that Stripe was asked with this attempt, which has failed for sure: the refund is decided again. */
export async function unsendRefund(
  { refunds }: Refunds,
  { refundId, attempt }: { refundId: string; attempt: number },
  checkAfter: Date,
): Promise<void> {
  await refunds.updateOne(
    { _id: refundId, attempt, state: 'sent' },
    { $set: { state: 'decided', checkAfter } },
  );
}

/** The decided refunds of a payment are due now. */
export async function hastenRefunds(
  { refunds }: Refunds,
  paymentId: string,
  at: Date,
): Promise<void> {
  await refunds.updateMany({ paymentId, state: 'decided' }, { $set: { checkAfter: at } });
}
