import type { Collections } from '../database/collections.ts';
import type { RefundDocument } from '../database/money-documents.ts';
import type { Moment } from '../school-time.ts';
import { listRefundsOf, type Refund } from './refund-store.ts';

type Refunds = Pick<Collections, 'refunds'>;

/** A refund that stays at the school as credit. Each change to what is left of it is one update, which is the guard. */
export type Credit = Refund & { credit: NonNullable<RefundDocument['credit']> };
type Use = Credit['credit']['uses'][number];

/** The credit that some payments gave, oldest first. */
export async function listCredits(collections: Refunds, paymentIds: string[]): Promise<Credit[]> {
  return (await listRefundsOf(collections, paymentIds)).filter(isCredit);
}

/** Whether a refund has become credit. Until its money is set aside, it has not. */
export function isCredit(refund: Refund): refund is Credit {
  return refund.credit !== undefined && refund.state === 'succeeded';
}

/**
 * Takes some credit for a payment, or for a refund of it. Idempotent: each use is recorded once. R361
 * @returns false if less is left, or this use is over
 */
export async function takeCredit(
  { refunds }: Refunds,
  creditId: string,
  use: Use,
): Promise<boolean> {
  const { id, amount } = use;
  const { matchedCount } = await refunds.updateOne(
    { _id: creditId, 'credit.left': { $gte: amount }, 'credit.uses.id': { $ne: id } },
    { $inc: { 'credit.left': -amount }, $push: { 'credit.uses': use } },
  );
  if (matchedCount === 1) return true;
  const found = await refunds.findOne({ _id: creditId });
  return found?.credit?.uses.some((one) => one.id === id && !one.isDropped) ?? false;
}

/** How many dropped uses a credit keeps. */
const MAX_DROPPED = 20;

/**
 * Gives back what was taken for an abandoned payment. Idempotent. The use stays, so that a slow server can't take the
 * credit for this payment again; but only the last MAX_DROPPED of them, and no server is so slow. R504
 * @param use.amount all that was taken: a payment that was made and refunded in part keeps its use
 */
export async function dropCredit(
  { refunds }: Refunds,
  creditId: string,
  { id, amount }: Use,
): Promise<void> {
  await refunds.updateOne(
    { _id: creditId, 'credit.uses.id': { $ne: id } },
    { $push: { 'credit.uses': { id, amount: 0, isDropped: true } } },
  );
  await refunds.updateOne(
    { _id: creditId, 'credit.uses': { $elemMatch: { id, amount } } },
    {
      $inc: { 'credit.left': amount },
      $set: { 'credit.uses.$.amount': 0, 'credit.uses.$.isDropped': true },
    },
  );
  const uses = (await refunds.findOne({ _id: creditId }))?.credit?.uses ?? [];
  const dropped = uses.flatMap((use) => (use.isDropped ? use.id : []));
  const old = dropped.slice(0, -MAX_DROPPED);
  if (old.length === 0) return;
  await refunds.updateOne(
    { _id: creditId },
    { $pull: { 'credit.uses': { id: { $in: old }, isDropped: true } } },
  );
}

/**
 * Returns to a credit what it paid for. Each refund does so once for a credit.
 * @returns false if the payment has not taken that much of it, or this refund was already returned
 */
export async function returnCredit(
  { refunds }: Refunds,
  creditId: string,
  { id, refundId, amount }: { id: string; refundId: string; amount: number },
): Promise<boolean> {
  const { matchedCount } = await refunds.updateOne(
    {
      _id: creditId,
      'credit.returned.refundId': { $ne: refundId },
      'credit.uses': { $elemMatch: { id, amount: { $gte: amount } } },
    },
    {
      $inc: { 'credit.left': amount, 'credit.uses.$.amount': -amount },
      $push: { 'credit.returned': { refundId, amount } },
    },
  );
  return matchedCount === 1;
}

/** What was taken from a credit for its own payment becomes the payment's money again. Idempotent. */
export async function putBack(
  { payments }: Pick<Collections, 'payments'>,
  { paymentId, refundId }: Credit,
  { id: backFor, amount }: Use,
  { at, day }: Moment,
): Promise<void> {
  await payments.updateOne(
    { _id: paymentId, 'movements.backFor': { $ne: backFor } },
    {
      $inc: { kept: amount },
      $push: { movements: { kind: 'credit', at, day, amount, refundId, backFor } },
      $set: { changedAt: at },
    },
  );
}
