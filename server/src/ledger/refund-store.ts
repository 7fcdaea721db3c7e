import type { ObjectId } from 'mongodb';
import { newsEvent } from '../events/audit-event.ts';
import type { Collections } from '../database/collections.ts';
import type { AuditEvent, WithEvents } from '../database/event-document.ts';
import type { RefundDocument } from '../database/money-documents.ts';

type Refunds = Pick<Collections, 'refunds'>;

/** A refund. Its id is `_id` in the database. */
export type Refund = Omit<RefundDocument, '_id'> & { refundId: string };

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
 * Records which seat a refund was for. Then somebody must free the seat, and `closeQuestion`. Or that it was for none.
 * @returns false if there is no such question anymore
 */
export async function answerQuestion(
  { refunds }: Refunds,
  refundId: string,
  seatId: ObjectId | null,
  event: AuditEvent,
): Promise<boolean> {
  const state = seatId ? { $in: RETURNED } : { $ne: 'failed' as const };
  const { matchedCount } = await refunds.updateOne(
    { _id: refundId, needsAdmin: true, seatId: null, state },
    {
      ...(seatId ? { $set: { seatId } } : { $unset: { needsAdmin: true } }),
      $push: { events: event },
    },
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

/** Empties what the office typed about money that it gave back, which may have names in it. R700 */
export async function forgetGiven({ refunds }: Refunds, paymentIds: string[]): Promise<void> {
  await refunds.updateMany(
    { paymentId: { $in: paymentIds }, given: { $exists: true } },
    { $set: { 'given.reference': '' } },
  );
}
