import type { ObjectId } from 'mongodb';
import { newsEvent } from '../events/audit-event.ts';
import type { Collections } from '../database/collections.ts';
import type { AuditEvent, WithEvents } from '../database/event-document.ts';
import type { RefundDocument } from '../database/money-documents.ts';

type Refunds = Pick<Collections, 'refunds'>;

/** A refund. Its id is `_id` in the database. */
export type Refund = Omit<RefundDocument, '_id'> & { refundId: string };

/** What Stripe says about a refund of ours. */
export type Outcome = {
  stripeId?: string;
  state: 'pending' | 'succeeded' | 'failed';
  failure?: string;
  /** false if it failed, but nothing is owed anymore, because the bank has returned the payment. */
  isOwed?: false;
  /** It failed, and the person who asked for it was told at once. */
  isRefused?: boolean;
};

/** A refund as the rest of the code knows it. */
export function toRefund({ _id, ...refund }: RefundDocument): Refund {
  return { refundId: _id, ...refund };
}

/** Adds a refund, unless it is already there. */
export async function insertRefundOnce(
  { refunds }: Refunds,
  { refundId, ...refund }: Refund & WithEvents,
): Promise<void> {
  await refunds.updateOne({ _id: refundId }, { $setOnInsert: refund }, { upsert: true });
}

export async function findRefund({ refunds }: Refunds, refundId: string): Promise<Refund | null> {
  const found = await refunds.findOne({ _id: refundId });
  return found && toRefund(found);
}

/**
 * Records that Stripe is about to be asked: for the first time, or again because an earlier answer was lost. Only one
 * caller gets the refund until `checkAfter`. R120
 * @returns the refund, or null if nobody should ask now. `isFirst` if nobody has asked with this attempt before
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
  {
    refundId,
    attempt,
    reason,
    amount,
    credit,
    ofCredit,
  }: Pick<Refund, 'refundId' | 'attempt' | 'reason' | 'amount' | 'credit' | 'ofCredit'>,
  { state, stripeId, failure, isOwed, isRefused }: Outcome,
  { at, checkAfter }: { at: Date; checkAfter: Date },
): Promise<void> {
  // Nothing else tells the payer about an admin's refund.
  const isNews = state === 'failed' ? isOwed !== false && !isRefused : reason === 'by admin';
  await refunds.updateOne(
    { _id: refundId, attempt, state: { $in: REPLACES[state] } },
    {
      $set: {
        state,
        ...(stripeId && { stripeId }),
        ...(failure && { failure }),
        // The credit's own credit note has corrected the receipt already.
        ...(state !== 'failed' && !ofCredit && { noteDue: true }),
        ...(state === 'succeeded' && credit && { 'credit.left': amount }),
        ...(state === 'pending' ? { checkAfter } : { settledAt: at }),
        ...(state === 'failed' &&
          isOwed !== false &&
          (isRefused ? { isRefused } : { needsAdmin: true })),
      },
      ...(isNews && { $push: { events: newsEvent('refund changed', { refundId }, at) } }),
      ...(state !== 'pending' && { $unset: { checkAfter: true } }),
    },
  );
}

/** Withdraws an admin's refund, if nobody has begun to carry it out. */
export async function withdrawRefund(
  { refunds }: Refunds,
  refundId: string,
  at: Date,
): Promise<void> {
  const failure = 'Less than this is left of the seat.';
  await refunds.updateOne(
    { _id: refundId, state: 'decided', attempt: 0 },
    {
      $set: { state: 'failed', failure, isRefused: true, settledAt: at },
      $unset: { checkAfter: true },
    },
  );
}

/** Whether it failed, and nothing is owed anymore. Then nobody has to look at it. */
export function isNotOwed({ state, needsAdmin, isRefused }: Refund): boolean {
  return state === 'failed' && !needsAdmin && !isRefused;
}

/** What Stripe should say about a refund in our books. */
export function nameAtStripe({ state }: Pick<Refund, 'state'>): Refund['state'] {
  return state === 'paid otherwise' ? 'failed' : state;
}

/** The id of a bounced payment's refund: a payment bounces once. */
export function nameBounce({ paymentId }: { paymentId: string }): string {
  return `bounced:${paymentId}`;
}

/** What became of its money, as its payer sees it. */
export function nameProgress(refund: Refund): 'refunded' | 'on its way' | 'failed' {
  if (['succeeded', 'reversed', 'paid otherwise'].includes(refund.state) || isNotOwed(refund))
    return 'refunded';
  return refund.state === 'failed' ? 'failed' : 'on its way';
}

/**
 * Whether its money was returned, or is set aside for it: from the moment it is recorded until nothing is owed anymore. One
 * that failed, or waits to be given back by hand, is still owed while it is on the admins' list. R480
 */
export function isPromised({ state, needsAdmin }: Pick<Refund, 'state' | 'needsAdmin'>): boolean {
  return state === 'failed' ? needsAdmin === true : state !== 'reversed';
}

/** All refunds of some payments in any state, oldest first. */
export async function listRefundsOf({ refunds }: Refunds, paymentIds: string[]): Promise<Refund[]> {
  const found = await refunds.find({ paymentId: { $in: paymentIds } }).toArray();
  return found.map(toRefund).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/** Those of Stripe's refunds that are in our books, by Stripe's id. */
export async function listByStripeId(
  { refunds }: Refunds,
  stripeIds: string[],
): Promise<Map<string, Refund>> {
  const found = await refunds.find({ stripeId: { $in: stripeIds } }).toArray();
  return new Map(found.map((one) => [one.stripeId ?? '', toRefund(one)]));
}

/** Those of some refunds that are recorded, by id. */
export async function listRefundsById(
  { refunds }: Refunds,
  refundIds: string[],
): Promise<Map<string, Refund>> {
  const found = await refunds.find({ _id: { $in: refundIds } }).toArray();
  return new Map(found.map((one) => [one._id, toRefund(one)]));
}

/** How many due refunds one run works on. */
const MAX_DUE = 100;

/** The refunds that somebody should work on now. */
export async function listDueRefunds({ refunds }: Refunds, at: Date): Promise<Refund[]> {
  const found = await refunds
    .find({ checkAfter: { $lte: at } })
    .sort({ checkAfter: 1 })
    .limit(MAX_DUE)
    .toArray();
  return found.map(toRefund);
}

/** Claims a due pending refund. @returns false if another server has it */
export async function claimPending(
  { refunds }: Refunds,
  refundId: string,
  at: Date,
  checkAfter: Date,
): Promise<boolean> {
  const { matchedCount } = await refunds.updateOne(
    { _id: refundId, state: 'pending', checkAfter: { $lte: at } },
    { $set: { checkAfter } },
  );
  return matchedCount === 1;
}

/** What an admin can be asked to look at, oldest first. */
export async function listRefundsForAdmins({ refunds }: Refunds, limit: number): Promise<Refund[]> {
  const found = await refunds
    .find({ needsAdmin: true })
    .sort({ createdAt: 1, _id: 1 })
    .limit(limit)
    .toArray();
  return found.map(toRefund);
}

/** The states of a refund whose money was returned, or will be. */
const RETURNED: Refund['state'][] = ['decided', 'sent', 'pending', 'succeeded'];

/**
 * If a payment was returned in full, nobody has to say which seats its refunds were for. An answered one stays until
 * its seat is free. Failed ones stay on the admins' list: if another refund of the payment fails, too, this one is owed
 * again.
 */
export async function closeQuestions({ refunds }: Refunds, paymentId: string): Promise<void> {
  await refunds.updateMany(
    { paymentId, needsAdmin: true, seatId: null, state: { $in: RETURNED } },
    { $unset: { needsAdmin: true } },
  );
}

/** Decides a failed refund again. @returns false if it has not failed, or an admin has paid it in another way */
export async function decideAgain(
  { refunds }: Refunds,
  refundId: string,
  event: AuditEvent,
  checkAfter: Date,
): Promise<boolean> {
  const { matchedCount } = await refunds.updateOne(
    { _id: refundId, state: 'failed', needsAdmin: true },
    {
      $set: { state: 'decided', checkAfter },
      $unset: { stripeId: true, failure: true, settledAt: true, needsAdmin: true },
      $push: { events: event },
    },
  );
  return matchedCount === 1;
}

/**
 * Records which seat a refund was for. Then somebody must free the seat, and `closeQuestion`.
 * @returns false if there is no such question anymore
 */
export async function takeAnswer(
  { refunds }: Refunds,
  refundId: string,
  seatId: ObjectId,
  event: AuditEvent,
): Promise<boolean> {
  const { matchedCount } = await refunds.updateOne(
    { _id: refundId, needsAdmin: true, seatId: null, state: { $in: RETURNED } },
    { $set: { seatId }, $push: { events: event } },
  );
  return matchedCount === 1;
}

/** The refunds whose seat an admin has named, but which is perhaps not free yet. */
export async function listAnswered({ refunds }: Refunds): Promise<Refund[]> {
  const found = await refunds
    .find({ needsAdmin: true, seatId: { $ne: null }, state: { $ne: 'failed' } })
    .toArray();
  return found.map(toRefund);
}

/**
 * Records that a refund was for no seat, unless somebody has just said which seat it was for.
 * @returns false if there is no such question anymore
 */
export async function dismissQuestion(
  { refunds }: Refunds,
  refundId: string,
  event: AuditEvent,
): Promise<boolean> {
  const { matchedCount } = await refunds.updateOne(
    { _id: refundId, needsAdmin: true, state: { $ne: 'failed' }, seatId: null },
    { $unset: { needsAdmin: true }, $push: { events: event } },
  );
  return matchedCount === 1;
}

/**
 * The seat that a refund was for is free: nobody has to look at the refund anymore, unless it has failed by now, and
 * the payer is told.
 */
export async function closeQuestion(
  { refunds }: Refunds,
  refundId: string,
  at: Date,
): Promise<void> {
  await refunds.updateOne(
    { _id: refundId, needsAdmin: true, state: { $ne: 'failed' } },
    {
      $unset: { needsAdmin: true },
      $push: { events: newsEvent('refund changed', { refundId }, at) },
    },
  );
}
