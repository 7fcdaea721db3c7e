import type { Collections, PaymentDocument } from '../database/collections.ts';

type Payments = Pick<Collections, 'payments'>;
type Refunds = Pick<Collections, 'refunds'>;
type Dispute = NonNullable<PaymentDocument['dispute']>;

/**
 * Writes down what Stripe says about a dispute. A late answer from before its end changes nothing.
 * @returns whether it is written down now and was not before
 */
export async function recordDispute(
  { payments }: Payments,
  paymentId: string,
  dispute: Omit<Dispute, 'mailDue'>,
  at: Date,
): Promise<boolean> {
  const { stripeId, state } = dispute;
  const replaced: Dispute['state'][] =
    state === 'open' ? [] : state === 'won' ? ['open'] : ['open', 'won'];
  const { modifiedCount } = await payments.updateOne(
    {
      _id: paymentId,
      $or: [{ 'dispute.stripeId': { $ne: stripeId } }, { 'dispute.state': { $in: replaced } }],
    },
    {
      $set: {
        dispute: { ...dispute, ...(state === 'open' && { mailDue: true }) },
        changedAt: at,
      },
    },
  );
  return modifiedCount === 1;
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
