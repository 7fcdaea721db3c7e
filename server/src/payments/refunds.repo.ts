import type { Collections } from '../database/collections.ts';
import type { RefundDocument } from '../database/money-documents.ts';

type Refunds = Pick<Collections, 'refunds'>;
type Payments = Pick<Collections, 'payments'>;

/** A refund. Its id is `_id` in the database. */
export type Refund = Omit<RefundDocument, '_id'> & { refundId: string };

/** What Stripe says about a refund of ours. */
export type Outcome = {
  stripeId?: string;
  state: 'pending' | 'succeeded' | 'failed';
  failure?: string;
};

function toRefund({ _id, ...refund }: RefundDocument): Refund {
  return { refundId: _id, ...refund };
}

/** Adds a refund, unless it is already there. */
export async function insertRefundOnce(
  { refunds }: Refunds,
  { refundId, ...refund }: Refund,
): Promise<void> {
  await refunds.updateOne({ _id: refundId }, { $setOnInsert: refund }, { upsert: true });
}

export async function findRefund({ refunds }: Refunds, refundId: string): Promise<Refund | null> {
  const found = await refunds.findOne({ _id: refundId });
  return found && toRefund(found);
}

/**
 * Sets money of a payment aside for a refund. One update checks and takes it, so the refunds of a payment never sum up
 * to more than the payment. May be repeated.
 * @returns false if not enough is left
 */
export async function reserve(
  { payments }: Payments,
  { refundId, paymentId, amount }: Pick<Refund, 'refundId' | 'paymentId' | 'amount'>,
  at: Date,
): Promise<boolean> {
  const { matchedCount } = await payments.updateOne(
    { _id: paymentId, kept: { $gte: amount }, refundIds: { $ne: refundId } },
    { $inc: { kept: -amount }, $push: { refundIds: refundId }, $set: { changedAt: at } },
  );
  if (matchedCount === 1) return true;
  return (await payments.countDocuments({ _id: paymentId, refundIds: refundId })) === 1;
}

/** Gives back what was set aside for a refund that failed. May be repeated. */
export async function release(
  { payments }: Payments,
  { refundId, paymentId, amount }: Pick<Refund, 'refundId' | 'paymentId' | 'amount'>,
  at: Date,
): Promise<void> {
  await payments.updateOne(
    { _id: paymentId, refundIds: refundId },
    { $inc: { kept: amount }, $pull: { refundIds: refundId }, $set: { changedAt: at } },
  );
}

/**
 * Says that Stripe is about to be asked: for the first time, or again because an earlier answer was lost. Only one
 * caller gets the refund until `checkAfter`.
 * @returns the refund, or null if nobody has to ask now. `isFirst` if nobody has asked with this attempt before
 */
export async function claimToSend(
  { refunds }: Refunds,
  refundId: string,
  at: Date,
  checkAfter: Date,
): Promise<{ refund: Refund; isFirst: boolean } | null> {
  const first = await refunds.findOneAndUpdate(
    { _id: refundId, state: 'decided' },
    { $set: { state: 'sent', checkAfter }, $inc: { attempt: 1 } },
    { returnDocument: 'after' },
  );
  if (first) return { refund: toRefund(first), isFirst: true };
  const again = await refunds.findOneAndUpdate(
    { _id: refundId, state: 'sent', checkAfter: { $lte: at } },
    { $set: { checkAfter } },
    { returnDocument: 'after' },
  );
  return again && { refund: toRefund(again), isFirst: false };
}

/** The states that an answer of Stripe may replace. An old answer must not replace a newer one. */
const REPLACES: Record<Outcome['state'], Refund['state'][]> = {
  pending: ['sent'],
  succeeded: ['sent', 'pending'],
  failed: ['sent', 'pending', 'succeeded'],
};

/** Records what Stripe says about one attempt. */
export async function recordOutcome(
  { refunds }: Refunds,
  { refundId, attempt }: Pick<Refund, 'refundId' | 'attempt'>,
  { state, stripeId, failure }: Outcome,
  { at, checkAfter }: { at: Date; checkAfter: Date },
): Promise<void> {
  await refunds.updateOne(
    { _id: refundId, attempt, state: { $in: REPLACES[state] } },
    {
      $set: {
        state,
        ...(stripeId && { stripeId }),
        ...(failure && { failure }),
        ...(state === 'pending' ? { checkAfter } : { settledAt: at }),
        ...(state === 'failed' && { needsAdmin: true }),
      },
      ...(state !== 'pending' && { $unset: { checkAfter: true } }),
    },
  );
}
