import { newsEvent } from '../events/audit-event.ts';
import type { StripeDispute } from '../outside/stripe.ts';
import { DAY_MS, readMoment } from '../school-time.ts';
import type { Services } from '../services.ts';
import { issueDuePapers } from '../ledger/due-papers.ts';
import {
  noteFees,
  findPayment,
  isFrozen,
  listPayments,
  type Payment,
} from '../ledger/payment-store.ts';
import { readRefunds } from './read-refunds.ts';
import { insertRefundOnce, listRefundsOf, type Refund } from '../ledger/refund-store.ts';
import { release, reserve } from '../ledger/set-aside.ts';
import { recallCredit } from '../changes/recall-credit.ts';
import { settlePayment } from '../changes/settle-payment.ts';

type Dispute = NonNullable<Payment['dispute']>;

/**
 * Brings a payment in line with what Stripe says about its disputes. While one is open, the bank has the money, so
 * nothing can be refunded: refunds that were decided wait for its end. If the school loses it, the books say that the
 * money is gone, and if it wins an appeal, that the money is back. Called when Stripe reports a dispute, and by the
 * jobs. Idempotent.
 * @throws {ApiError} `not_found` if the payment is not in our ledger, `unavailable` if Stripe does not answer
 */
export async function readDisputes(paymentId: string, services: Services): Promise<void> {
  const { collections } = services.database;
  // A person who has paid gets their seat first, whatever they told their bank since.
  await settlePayment(paymentId, services);
  // Before Stripe is asked: what is recorded by now is older than its answer.
  const before = await findPayment(collections, paymentId);
  if (!before) return;
  const losses = await listLosses(paymentId, services);
  const listed = await services.cardPayments.listDisputes(paymentId);
  const current = pickCurrent(listed);
  if (!current) return;
  await noteFees(
    paymentId,
    listed.flatMap(({ fees }) => fees),
    services,
  );
  for (const dispute of listed) {
    const ofDispute = losses.filter(({ stripeId }) => stripeId === dispute.stripeId);
    if (dispute.state === 'won') await takeLossesBack(ofDispute, paymentId, services);
    if (dispute.state !== 'lost') continue;
    const recorded = await recordLoss(dispute, ofDispute, before, services);
    if (recorded === 'outdated') return readDisputes(paymentId, services);
    if (recorded === 'waits') {
      // A job continues with open ones.
      const waiting = { ...describe(current, losses), state: 'open' as const };
      await recordDispute(before, waiting, services);
      return;
    }
  }
  // If nothing is left of the payment, its seats are free. If a server stopped while it ended them, all of them end,
  // even if the money is back by now.
  const isCutOff = before.status === 'enrolled' && before.isReturning === true;
  if (current.state === 'lost' || isCutOff) await readRefunds(paymentId, services);
  const dispute = describe(current, losses);
  // Somebody else has read later news: look again at what this answer has changed.
  if (!(await recordDispute(before, dispute, services))) return readDisputes(paymentId, services);
  await issueDuePapers(services);
  // What was decided is due now.
  if (!isFrozen({ dispute }))
    await collections.refunds.updateMany(
      { paymentId, state: 'decided' },
      { $set: { checkAfter: services.now() } },
    );
}

/**
 * Records what Stripe says about a dispute, and when. Only if nobody has written anything since `before` was read:
 * then Stripe's answer, which came later, is newer than what is there. R172
 * @returns whether the books say so now
 */
async function recordDispute(
  before: Payment,
  dispute: Dispute,
  { database, now }: Services,
): Promise<boolean> {
  const at = now();
  const { stripeId, state, status } = dispute;
  const known = before.dispute?.stripeId === stripeId ? before.dispute : undefined;
  const isSame = known?.status === status && known.state === state;
  if (isSame && known.isRefundable === dispute.isRefundable) return true;
  // An inquiry that becomes a dispute is news.
  const isNews = known?.state !== state || known.isRefundable !== dispute.isRefundable;
  const { matchedCount } = await database.collections.payments.updateOne(
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
  return matchedCount === 1;
}

/** The dispute that decides what can be done with a payment: an open one, or else the newest. */
function pickCurrent(listed: StripeDispute[]): StripeDispute | undefined {
  return listed.find(({ state }) => state === 'open') ?? listed[0];
}

/** A dispute as it stands in the books. During an appeal, one that is lost stays lost. */
function describe(
  { isAppeal, isRefundable, state, fees: _fees, ...dispute }: StripeDispute,
  losses: Refund[],
): Dispute {
  const isLost = losses.some((loss) => isStanding(loss) && loss.stripeId === dispute.stripeId);
  const inBooks = isAppeal && isLost ? 'lost' : state;
  return {
    ...dispute,
    state: inBooks,
    ...(inBooks === 'open' && isRefundable && { isRefundable }),
  };
}

/** What the bank took in disputes of a payment, even if it was given back. */
async function listLosses(paymentId: string, { database }: Services): Promise<Refund[]> {
  const known = await listRefundsOf(database.collections, [paymentId]);
  return known.filter(({ reason }) => reason === 'dispute');
}

function isStanding({ state }: Refund): boolean {
  return state === 'succeeded';
}

/**
 * Takes a lost dispute into the books: the bank has returned the money. Idempotent. R174
 * @param known what the bank took in this dispute before
 * @returns `waits` if Stripe has not said yet what became of a refund; `outdated` if somebody has read later news of it
 */
async function recordLoss(
  { stripeId, amount }: StripeDispute,
  known: Refund[],
  { paymentId, disputeChanges }: Payment,
  services: Services,
): Promise<'recorded' | 'waits' | 'outdated'> {
  const { collections } = services.database;
  const refunds = await listRefundsOf(collections, [paymentId]);
  // It has set money aside, which it may give back.
  if (refunds.some(({ state }) => state === 'sent')) return 'waits';
  const isNew = !known.some(isStanding);
  if (isNew) await recallCredit(paymentId, amount, services);
  const payment = await findPayment(collections, paymentId);
  if (!payment) return 'recorded';
  if (payment.disputeChanges?.length !== disputeChanges?.length) return 'outdated';
  const at = services.now();
  const lost = known.find(isStanding) ?? {
    refundId:
      known.length === 0 ? `dispute:${stripeId}` : `dispute:${stripeId}:${known.length + 1}`,
    paymentId,
    seatId: null,
    amount: Math.min(amount, payment.kept),
    currency: payment.currency,
    reason: 'dispute' as const,
    state: 'succeeded' as const,
    attempt: 0,
    stripeId,
    noteDue: true as const,
    createdAt: at,
    settledAt: at,
  };
  if (lost.amount === 0) return 'recorded';
  await insertRefundOnce(collections, lost);
  return (await reserve(collections, lost, readMoment(services))) ? 'recorded' : 'waits';
}

/**
 * The school has won, on appeal if it had lost before: the bank gives the money back. Seats that ended when it was lost
 * stay ended, because others may have them by now; then an admin decides about the money. Idempotent. R175
 */
async function takeLossesBack(
  losses: Refund[],
  paymentId: string,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  for (const loss of losses.filter(isStanding)) {
    await release(collections, loss, readMoment(services));
    const payment = await findPayment(collections, paymentId);
    const isSeatGone = payment?.status === 'refunded' || payment?.isReturning === true;
    await reverseLoss(loss, isSeatGone, services);
  }
}

/**
 * Reverses a recorded loss: the bank has given the money back. Idempotent.
 * @param needsAdmin whether an admin has to look at it
 */
async function reverseLoss(
  { refundId }: Refund,
  needsAdmin: boolean,
  { database, now }: Services,
): Promise<void> {
  const at = now();
  await database.collections.refunds.updateOne(
    { _id: refundId, state: 'succeeded' },
    {
      $set: {
        state: 'reversed',
        reversedAt: at,
        noteDue: true,
        ...(needsAdmin && { needsAdmin: true }),
      },
      ...(needsAdmin && { $push: { events: newsEvent('refund changed', { refundId }, at) } }),
    },
  );
}

/**
 * How far back the list of disputes goes: longer than a dispute takes with its appeal. They are rare, so it is one call
 * to Stripe for most schools.
 */
const DISPUTES_MS = 500 * DAY_MS;

/** The payments in our ledger with a dispute that is open, or that differs from the books. */
export async function listChangedDisputes(services: Services): Promise<string[]> {
  const { collections } = services.database;
  const since = new Date(services.now().getTime() - DISPUTES_MS);
  const listed = await services.cardPayments.listDisputesSince(since);
  const payments = await listPayments(
    collections,
    listed.map(({ paymentId }) => paymentId),
  );
  const changed = payments.filter(({ paymentId, dispute }) => {
    const current = pickCurrent(listed.filter((one) => one.paymentId === paymentId));
    return current?.stripeId !== dispute?.stripeId || current?.status !== dispute?.status;
  });
  const open = await collections.payments
    .find({ 'dispute.state': 'open' }, { projection: { _id: 1 } })
    .toArray();
  return [
    ...new Set([...changed.map(({ paymentId }) => paymentId), ...open.map(({ _id }) => _id)]),
  ];
}
