import { logFailure } from '../log.ts';
import { SYSTEM, recordEvent } from '../events/audit-event.ts';
import type { RefundDocument } from '../database/money-documents.ts';
import type { StripeRefund } from '../outside/stripe.ts';
import { readMoment } from '../school-time.ts';
import { findAddressOf } from '../users/find-users.ts';
import type { Services } from '../services.ts';
import { returnToCredits, takeForRefund } from './credit-refunds.ts';
import { issueNoteNow } from './due-papers.ts';
import { findPayment, isFrozen } from './payment-store.ts';
import {
  claimToSend,
  findRefund,
  insertRefundOnce,
  type Outcome,
  recordOutcome,
  type Refund,
} from './refund-store.ts';
import { isPayable, release, reserve } from './set-aside.ts';

/** How long we wait before we ask Stripe again: after no answer, and while a refund is pending. */
const ASK_AGAIN_MS = 60_000;
export const PENDING_MS = 60 * 60_000;

/** Records a refund, before anything else happens. Idempotent. A job carries it out if nobody else does. R120 */
export async function decideRefund(
  refund: Pick<
    RefundDocument,
    'paymentId' | 'seatId' | 'amount' | 'currency' | 'reason' | 'by' | 'note' | 'request' | 'credit'
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

/**
 * Carries out a decided refund: claims it, reserves its money on the payment, asks Stripe and records the answer.
 * Idempotent, even after a crash at any point and across servers: Stripe makes one refund. R319
 * @throws {ApiError} `unavailable` if Stripe does not answer. The refund stays `sent`, and a job asks again
 */
export async function carryOutRefund(refundId: string, services: Services): Promise<void> {
  const { collections } = services.database;
  const at = services.now();
  if (await isHeldUp(refundId, services)) return;
  const claimed = await claimToSend(collections, refundId, at, later(ASK_AGAIN_MS, services));
  if (!claimed) return;
  const { refund, isFirst } = claimed;
  const payment = await findPayment(collections, refund.paymentId);
  if (!(await takeForRefund(refund, services))) return settleRefund(refund, SPENT, services);
  const isByHand = payment?.received !== undefined && !refund.credit;
  const isLeft = isByHand
    ? await isPayable(refund, collections)
    : await reserve(collections, refund, readMoment(services));
  if (!isLeft) return refuseRefund(refund, services);
  if (isByHand) return settleRefund(refund, BY_HAND, services);
  if (refund.credit) return settleRefund(refund, { state: 'succeeded' }, services);
  if (payment?.method === 'credit') {
    await returnToCredits(refund, payment, services);
    return settleRefund(refund, { state: 'succeeded' }, services);
  }
  const known = isFirst ? undefined : await findAtStripe(refund, services);
  const outcome = known ?? (await createAtStripe(refund, services));
  if (outcome === 'disputed') await takeBack(refund, services);
  else await settleRefund(refund, outcome, services);
}

/**
 * What the office took is refunded by hand: it waits in the admins' list until somebody says that it is done. Until
 * then, the school has the money, set aside for it.
 */
const BY_HAND: Outcome = { state: 'failed', failure: 'Not paid by card: give it back by hand.' };

/** Credit was spent before it could be refunded. The person who asked for it is told at once. */
const SPENT: Outcome = { state: 'failed', failure: 'The credit was spent.', isRefused: true };

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

/** Stripe refuses a refund because the payment is disputed. It waits for the end of the dispute, as if never sent. */
async function takeBack(refund: Refund, services: Services): Promise<void> {
  const { collections } = services.database;
  await release(collections, refund, readMoment(services));
  const { refundId, attempt } = refund;
  await collections.refunds.updateOne(
    { _id: refundId, attempt, state: 'sent' },
    { $set: { state: 'decided', checkAfter: later(PENDING_MS, services) } },
  );
}

/** Like `carryOutRefund`. If it fails, a job tries again. */
export async function tryRefund(refundId: string, services: Services): Promise<void> {
  const problem = 'a refund is not carried out yet';
  await logFailure(carryOutRefund(refundId, services), problem, services, { refundId });
}

/**
 * All or part of the payment was returned in another way. An admin checks whether something is still owed. Of an
 * admin's own refund, nothing is: they are told at once that it was too much.
 */
async function refuseRefund(refund: Refund, services: Services): Promise<void> {
  const payment = await findPayment(services.database.collections, refund.paymentId);
  // A server stopped between the two steps of `takeBack`.
  if (payment && isFrozen(payment)) return takeBack(refund, services);
  const left = payment?.kept ?? 0;
  if (left === 0 && payment?.dispute?.state === 'lost') {
    const failure = 'The bank has returned this payment.';
    return settleRefund(refund, { state: 'failed', failure, isOwed: false }, services);
  }
  const failure =
    left === 0 ? 'Nothing is left of this payment.' : 'Less than this is left of the payment.';
  const isRefused = refund.reason === 'by admin';
  await settleRefund(refund, { state: 'failed', failure, isRefused }, services);
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

/**
 * Records what became of a refund. If it failed, the school still has the money. So the payment keeps it first: if the
 * process stops in between, the same answer comes again.
 */
export async function settleRefund(
  refund: Refund,
  outcome: Outcome,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const at = services.now();
  if (outcome.state === 'failed') await release(collections, refund, readMoment(services));
  else await recordRefund(refund, services);
  const checkAfter = later(PENDING_MS, services);
  await recordOutcome(collections, refund, outcome, { at, checkAfter });
  if (outcome.state !== 'failed') await issueNoteNow(refund, services);
}

/** Adds our own refund to the audit log, once. One from the dashboard is added when it is imported. */
async function recordRefund(refund: Refund, services: Services): Promise<void> {
  const { refundId, paymentId, amount, currency, reason, by = SYSTEM, note, credit } = refund;
  if (reason === 'by the school') return;
  const payment = await findPayment(services.database.collections, paymentId);
  const email = payment && (await findAddressOf(payment.userId, services));
  await recordEvent(
    {
      by: by,
      type: 'refund',
      target: paymentId,
      before: payment && { email, amount: payment.amount, currency },
      after: { refund: amount, reason, ...(credit && { asCredit: true }), ...(note && { note }) },
    },
    `refund-${refundId}`,
    services,
  );
}

function later(milliseconds: number, { now }: Services): Date {
  return new Date(now().getTime() + milliseconds);
}
