import type { RefundDocument } from '../database/money-documents.ts';
import type { StripeRefund } from '../outside/stripe.ts';
import type { Services } from '../services.ts';
import {
  claimToSend,
  findRefund,
  insertRefundOnce,
  type Outcome,
  recordOutcome,
  type Refund,
  release,
  reserve,
} from './refunds.repo.ts';

/** How long we wait before we ask Stripe again: after no answer, and while a refund is pending. */
const ASK_AGAIN_MS = 60_000;
const PENDING_MS = 60 * 60_000;

/**
 * Writes down that money goes back, before anything else happens. May be repeated. The sweep carries it out if
 * nobody else does.
 */
export async function decideRefund(
  refund: Pick<RefundDocument, 'paymentId' | 'cartId' | 'amount' | 'currency' | 'reason'> & {
    refundId: string;
  },
  { database, now }: Services,
): Promise<void> {
  await insertRefundOnce(database.collections, {
    ...refund,
    state: 'decided',
    attempt: 0,
    createdAt: now(),
    checkAfter: new Date(now().getTime() + ASK_AGAIN_MS),
  });
}

/**
 * Returns the money of a decided refund: reserves it on the payment, asks Stripe and records the answer. May be
 * repeated, also after a crash at any point, and by several servers at once: Stripe makes one refund.
 * @throws {ApiError} `unavailable` if Stripe does not answer. The refund stays `sent`, and the sweep asks again
 */
export async function carryOutRefund(refundId: string, services: Services): Promise<void> {
  const { collections } = services.database;
  const found = await findRefund(collections, refundId);
  if (found?.state !== 'decided' && found?.state !== 'sent') return;
  const isReserved = await reserve(collections, found, services.now());
  const claimed = await claimToSend(
    collections,
    refundId,
    services.now(),
    later(ASK_AGAIN_MS, services),
  );
  if (!claimed) return;
  const { refund, isFirst } = claimed;
  if (!isReserved)
    return settle(
      refund,
      { state: 'failed', failure: 'Nothing is left of this payment.' },
      services,
    );
  const known = isFirst ? undefined : await findAtStripe(refund, services);
  await settle(refund, known ?? (await createAtStripe(refund, services)), services);
}

/** Finds a refund whose answer was lost. Our id stands in its metadata. */
async function findAtStripe(refund: Refund, services: Services): Promise<Outcome | undefined> {
  const found = pickOurs(await services.cardPayments.listRefunds(refund.paymentId), refund);
  return found && describe(found);
}

/** @returns the one of Stripe's refunds that is this refund. A failed one only counts for its own attempt. */
export function pickOurs(
  listed: StripeRefund[],
  { refundId, attempt, stripeId }: Refund,
): StripeRefund | undefined {
  const ours = listed.filter((one) => one.refundId === refundId || one.stripeId === stripeId);
  return (
    ours.find(({ status }) => status !== 'failed') ??
    ours.find((one) => one.refundId === undefined || one.attempt === attempt)
  );
}

async function createAtStripe(
  { refundId, paymentId, amount, attempt }: Refund,
  { cardPayments }: Services,
): Promise<Outcome> {
  const answer = await cardPayments.createRefund({ refundId, paymentId, amount, attempt });
  return 'refusal' in answer
    ? { state: 'failed', failure: `Stripe refused it: ${answer.refusal}` }
    : describe(answer);
}

function describe({ stripeId, status, failure }: StripeRefund): Outcome {
  if (status !== 'failed') return { stripeId, state: status };
  return { stripeId, state: 'failed', failure: `Stripe says: ${failure ?? 'unknown'}.` };
}

/**
 * Records what became of a refund. If it failed, the school still has the money. So the payment keeps it first: if the
 * process stops in between, the same answer comes again.
 */
export async function settle(refund: Refund, outcome: Outcome, services: Services): Promise<void> {
  const { collections } = services.database;
  const at = services.now();
  if (outcome.state === 'failed') await release(collections, refund, at);
  await recordOutcome(collections, refund, outcome, {
    at,
    checkAfter: later(PENDING_MS, services),
  });
}

function later(milliseconds: number, { now }: Services): Date {
  return new Date(now().getTime() + milliseconds);
}
