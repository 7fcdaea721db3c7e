import { logFailure } from '../log.ts';
import { newsEvent, SYSTEM, recordEvent } from '../events/audit-event.ts';
import type { RefundDocument } from '../database/money-documents.ts';
import type { StripeRefund } from '../outside/stripe.ts';
import { readMoment } from '../school-time.ts';
import { findAddressOf } from '../users/find-users.ts';
import type { Services } from '../services.ts';
import { returnToCredits, takeForRefund } from './credit-refunds.ts';
import { issueNoteNow } from './due-papers.ts';
import { findPayment, isFrozen, type Payment } from './payment-store.ts';
import { findRefund, insertRefundOnce, type Refund, toRefund } from './refund-store.ts';
import { isPayable, release, reserve } from './set-aside.ts';

/**
 * How money goes back, from the top down: what is decided is written, then Stripe, what is written, who hears of it. Who may,
 * and how much, is decided above the books: step 1 of `refundByAdmin`, whose numbers these are.
 *
 * All steps may be repeated, by anybody and after a crash.
 */

/** How long we wait before we ask Stripe again: after no answer, and while a refund is pending. */
const ASK_AGAIN_MS = 60_000;
export const PENDING_MS = 60 * 60_000;

/** 2. Records a refund, before anything else happens. Idempotent. A job carries it out if nobody else does. R120 */
export async function decideRefund(
  refund: Pick<
    RefundDocument,
    | 'paymentId'
    | 'seatId'
    | 'amount'
    | 'currency'
    | 'reason'
    | 'by'
    | 'note'
    | 'request'
    | 'credit'
    | 'forExtras'
    | 'fee'
  > & {
    refundId: string;
  },
  services: Services,
): Promise<void> {
  await insertRefundOnce(services.database.collections, {
    ...refund,
    state: 'decided',
    attempt: 0,
    createdAt: services.now(),
    checkAfter: later(ASK_AGAIN_MS, services),
  });
}

/** Withdraws an admin's refunds, those that nobody has begun to carry out. */
export async function withdrawRefunds(
  refunds: Pick<Refund, 'refundId'>[],
  { database, now }: Services,
): Promise<void> {
  const failure = 'Less than this is left of the seat.';
  const refundIds = refunds.map(({ refundId }) => refundId);
  await database.collections.refunds.updateMany(
    { _id: { $in: refundIds }, state: 'decided', attempt: 0 },
    {
      $set: { state: 'failed', failure, isRefused: true, settledAt: now() },
      $unset: { checkAfter: true },
    },
  );
}

/** Like `carryOutRefund`. If it fails, a job tries again. */
export async function tryRefund(refundId: string, services: Services): Promise<void> {
  const problem = 'a refund is not carried out yet';
  await logFailure(carryOutRefund(refundId, services), problem, services, { refundId });
}

/**
 * Carries out a decided refund: claims it, takes its money out of the payment, asks Stripe and records the answer.
 * Idempotent, even after a crash at any point and across servers: Stripe makes one refund. R319
 * @throws {ApiError} `unavailable` if Stripe does not answer. The refund stays `sent`, and a job asks again
 */
export async function carryOutRefund(refundId: string, services: Services): Promise<void> {
  const claim = await claimRefund(refundId, services);
  if (!claim) return;
  const { refund } = claim;
  const payment = await findPayment(services.database.collections, refund.paymentId);
  const isByHand = payment?.received !== undefined && !refund.credit;
  const problem = await takeMoney(refund, isByHand, services);
  const outcome = problem ?? (isByHand ? BY_HAND : await giveMoney(claim, payment, services));
  if (outcome === 'disputed') await decideLater(refund, services);
  else await settleRefund(refund, outcome, services);
}

/** A refund that nobody else works on. `isFirst` if nobody has asked Stripe with this attempt before. */
type Claim = { refund: Refund; isFirst: boolean };

/** What Stripe says about a refund of ours. */
type Outcome = {
  stripeId?: string;
  state: 'pending' | 'succeeded' | 'failed';
  failure?: string;
  /** false if it failed, but nothing is owed anymore, because the bank has returned the payment. */
  isOwed?: false;
  /** It failed, and the person who asked for it was told at once. */
  isRefused?: boolean;
};

/**
 * What the office took is refunded by hand: it waits in the admins' list until somebody says that it is done. Until
 * then, the school has the money, set aside for it.
 */
const BY_HAND: Outcome = { state: 'failed', failure: 'Not paid by card: give it back by hand.' };

/** Credit was spent before it could be refunded. The person who asked for it is told at once. */
const SPENT: Outcome = { state: 'failed', failure: 'The credit was spent.', isRefused: true };

/**
 * Records that Stripe is about to be asked: for the first time, or again because an earlier answer was lost. Only one
 * caller gets the refund for a minute. R120
 * @returns null if nobody should ask now
 */
async function claimRefund(refundId: string, services: Services): Promise<Claim | null> {
  const { refunds } = services.database.collections;
  if (await isHeldUp(refundId, services)) return null;
  const checkAfter = later(ASK_AGAIN_MS, services);
  const first = await refunds.findOneAndUpdate(
    { _id: refundId, state: 'decided' },
    { $set: { state: 'sent', checkAfter }, $inc: { attempt: 1 } },
    { returnDocument: 'after' },
  );
  if (first) return { refund: toRefund(first), isFirst: true };
  const again = await refunds.findOneAndUpdate(
    { _id: refundId, state: 'sent', checkAfter: { $lte: services.now() } },
    { $set: { checkAfter } },
    { returnDocument: 'after' },
  );
  return again && { refund: toRefund(again), isFirst: false };
}

/** While the payer's bank has the money, a decided refund waits. R173 */
async function isHeldUp(refundId: string, services: Services): Promise<boolean> {
  const { collections } = services.database;
  const refund = await findRefund(collections, refundId);
  if (refund?.state !== 'decided') return false;
  const payment = await findPayment(collections, refund.paymentId);
  if (!payment || !isFrozen(payment)) return false;
  await collections.refunds.updateOne(
    { _id: refundId, state: 'decided' },
    { $set: { checkAfter: later(PENDING_MS, services) } },
  );
  return true;
}

/** The refund's money leaves its payment, so that nobody else can have it. @returns why it can't */
async function takeMoney(
  refund: Refund,
  isByHand: boolean,
  services: Services,
): Promise<Outcome | 'disputed' | undefined> {
  const { collections } = services.database;
  if (!(await takeForRefund(refund, services))) return SPENT;
  const isLeft = isByHand
    ? await isPayable(refund, collections)
    : await reserve(collections, refund, readMoment(services));
  return isLeft ? undefined : describeShortage(refund, services);
}

/**
 * All or part of the payment was returned in another way. An admin checks whether something is still owed. Of an
 * admin's own refund, nothing is: they are told at once that it was too much.
 */
async function describeShortage(
  { paymentId, reason }: Refund,
  { database }: Services,
): Promise<Outcome | 'disputed'> {
  const payment = await findPayment(database.collections, paymentId);
  // A server stopped between the two steps of `decideLater`.
  if (payment && isFrozen(payment)) return 'disputed';
  const left = payment?.kept ?? 0;
  if (left === 0 && payment?.dispute?.state === 'lost')
    return { state: 'failed', failure: 'The bank has returned this payment.', isOwed: false };
  const failure =
    left === 0 ? 'Nothing is left of this payment.' : 'Less than this is left of the payment.';
  return { state: 'failed', failure, isRefused: reason === 'by admin' };
}

/** 3. Stripe, unless the money becomes credit or is credit again. */
async function giveMoney(
  { refund, isFirst }: Claim,
  payment: Payment | null,
  services: Services,
): Promise<Outcome | 'disputed'> {
  if (refund.credit) return { state: 'succeeded' };
  if (payment?.method === 'credit') {
    await returnToCredits(refund, payment, services);
    return { state: 'succeeded' };
  }
  const known = isFirst ? undefined : await findAtStripe(refund, services);
  return known ?? (await createAtStripe(refund, services));
}

/** Finds a refund whose answer was lost. Our id is in its metadata. */
async function findAtStripe(refund: Refund, services: Services): Promise<Outcome | undefined> {
  const found = pickOurs(await services.cardPayments.listRefunds(refund.paymentId), refund);
  return found && describeOutcome(found);
}

/** Whether a refund at Stripe belongs to one of ours: an attempt of it, or the one that we imported. */
export function isOurs(one: StripeRefund, { refundId, stripeId }: Refund): boolean {
  return one.refundId === refundId || one.stripeId === (stripeId ?? refundId);
}

/** @returns the one of Stripe's refunds that is this refund. A failed one only counts for its own attempt. */
export function pickOurs(listed: StripeRefund[], refund: Refund): StripeRefund | undefined {
  const ours = listed.filter((one) => isOurs(one, refund));
  return (
    ours.find(({ status }) => status !== 'failed') ??
    ours.find(({ attempt = 0 }) => attempt === refund.attempt)
  );
}

async function createAtStripe(
  { refundId, paymentId, amount, attempt }: Refund,
  { cardPayments, database }: Services,
): Promise<Outcome | 'disputed'> {
  const answer = await cardPayments.createRefund({ refundId, paymentId, amount, attempt });
  if (!('refusal' in answer)) return describeOutcome(answer);
  const payment = await findPayment(database.collections, paymentId);
  if (answer.isDisputed && payment?.dispute?.state !== 'lost') return 'disputed';
  return { state: 'failed', failure: `Stripe refused it: ${answer.refusal}` };
}

/** What a refund at Stripe means for ours. */
export function describeOutcome({ stripeId, status, failure }: StripeRefund): Outcome {
  if (status !== 'failed') return { stripeId, state: status };
  return { stripeId, state: 'failed', failure: `Stripe says: ${failure ?? 'unknown reason'}.` };
}

/** Stripe refuses a refund because the payment is disputed. It waits for the end of the dispute, as if never sent. */
async function decideLater(refund: Refund, services: Services): Promise<void> {
  const { collections } = services.database;
  await release(collections, refund, readMoment(services));
  const { refundId, attempt } = refund;
  await collections.refunds.updateOne(
    { _id: refundId, attempt, state: 'sent' },
    { $set: { state: 'decided', checkAfter: later(PENDING_MS, services) } },
  );
}

/**
 * 4. What is written: what became of a refund, the audit log, and then the credit note. If it failed, the school still has
 * the money. So the payment keeps it first: if the process stops in between, the same answer comes again.
 */
export async function settleRefund(
  refund: Refund,
  outcome: Outcome,
  services: Services,
): Promise<void> {
  const isFailed = outcome.state === 'failed';
  if (isFailed) await release(services.database.collections, refund, readMoment(services));
  else if (refund.reason !== 'by the school') await recordRefund(refund, services);
  await writeOutcome(refund, outcome, services);
  if (!isFailed) await issueNoteNow(refund, services);
}

/** Adds a refund to the audit log, once. One from the dashboard is added when it is imported. */
export async function recordRefund(refund: Refund, services: Services): Promise<void> {
  const { refundId, paymentId, amount, currency, reason, by = SYSTEM, note, credit } = refund;
  const payment = await findPayment(services.database.collections, paymentId);
  const email = payment && (await findAddressOf(payment.userId, services));
  await recordEvent(
    {
      by,
      type: 'refund',
      target: paymentId,
      before: payment && { email, amount: payment.amount, currency },
      after: {
        refund: amount,
        ...(reason !== 'by the school' && { reason }),
        ...(credit && { asCredit: true }),
        ...(note && { note }),
      },
    },
    `refund-${refundId}`,
    services,
  );
}

/** The states that an answer of Stripe may replace. An old answer must not replace a newer one. */
const REPLACES: Record<Outcome['state'], Refund['state'][]> = {
  pending: ['sent'],
  succeeded: ['sent', 'pending'],
  failed: ['sent', 'pending', 'succeeded'],
};

/** Records what Stripe says about one attempt, with the news of it. */
async function writeOutcome(refund: Refund, outcome: Outcome, services: Services): Promise<void> {
  const { refundId, attempt, amount, credit, ofCredit } = refund;
  const { state, stripeId, failure, isOwed, isRefused } = outcome;
  const at = services.now();
  await services.database.collections.refunds.updateOne(
    { _id: refundId, attempt, state: { $in: REPLACES[state] } },
    {
      $set: {
        state,
        ...(stripeId && { stripeId }),
        ...(failure && { failure }),
        // The credit's own credit note has corrected the receipt already.
        ...(state !== 'failed' && !ofCredit && { noteDue: true }),
        ...(state === 'succeeded' && credit && { 'credit.left': amount }),
        ...(state === 'pending' ? { checkAfter: later(PENDING_MS, services) } : { settledAt: at }),
        ...(state === 'failed' &&
          isOwed !== false &&
          (isRefused ? { isRefused } : { needsAdmin: true })),
      },
      ...(isNews(refund, outcome) && {
        $push: { events: newsEvent('refund changed', { refundId }, at) },
      }),
      ...(state !== 'pending' && { $unset: { checkAfter: true } }),
    },
  );
}

/** 5. Who hears: of a failure, the admins; of an admin's refund, the payer, whom nothing else tells. Both by email. */
function isNews({ reason }: Refund, { state, isOwed, isRefused }: Outcome): boolean {
  return state === 'failed' ? isOwed !== false && !isRefused : reason === 'by admin';
}

function later(milliseconds: number, { now }: Services): Date {
  return new Date(now().getTime() + milliseconds);
}
