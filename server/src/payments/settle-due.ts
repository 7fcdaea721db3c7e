import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { goOnBouncing } from '../changes/bounce-payment.ts';
import { settlePayment } from '../changes/settle-payment.ts';
import { finishRefundAnswers } from './open-refunds.ts';
import { readRefunds } from './read-refunds.ts';
import { carryOutRefund, PENDING_MS } from '../ledger/refunds.ts';
import {
  claimPending,
  listDueRefunds,
  type Refund,
  listByStripeId,
  nameAtStripe,
} from '../ledger/refund-store.ts';
import { DAY_MS } from '../school-time.ts';
import { identify } from '../ledger/import-refunds.ts';
import { listChangedDisputes, readDisputes } from './disputes.ts';
import { listPayments, type Payment } from '../ledger/payment-store.ts';
import { keyOf } from '../ledger/set-aside.ts';

/** How long a server has a due payment to itself. After that, it is due again. */
const NEXT_CHECK_MS = 30_000;

/** How many payments we ask Stripe about at once. Stripe allows far more (100 per second). */
const AT_ONCE = 10;

/**
 * Settles every due payment: the remedy for a closed tab, a lost webhook or a crash. A job; several servers
 * may run it at once. If Stripe does not answer, it stops early and the next run continues. R18, R120, R121, R172
 * @param signal stops it between two payments
 */
export async function settleDuePayments(services: Services, signal?: AbortSignal): Promise<void> {
  let isStripeDown = false;
  const work = async () => {
    while (!isStripeDown && !signal?.aborted) {
      const payment = await claimNext(services);
      if (!payment) return;
      try {
        await settlePayment(payment.paymentId, services);
      } catch (error) {
        isStripeDown = error instanceof ApiError && error.code === 'unavailable';
        services.log.error(
          { err: error, paymentId: payment.paymentId },
          'a payment is not settled yet',
        );
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * Claims the next open payment that is due. No other server gets it before NEXT_CHECK_MS are over, so several servers can
 * share the work.
 */
async function claimNext({ database, now }: Services): Promise<{ paymentId: string } | null> {
  const at = now();
  const found = await database.collections.payments.findOneAndUpdate(
    { status: 'open', checkAfter: { $lte: at } },
    { $set: { checkAfter: new Date(at.getTime() + NEXT_CHECK_MS) } },
    { sort: { checkAfter: 1 } },
  );
  return found && { paymentId: found._id };
}

/**
 * Works on every due refund: one that was decided or sent before a crash, or whose answer was lost, and one that is
 * still pending at Stripe. A job; several servers may run it at once. If Stripe does not answer, it stops
 * early and the next run continues.
 * @param signal stops it between two refunds
 */
export async function settleDueRefunds(services: Services, signal?: AbortSignal): Promise<void> {
  for (const refund of await listDueRefunds(services.database.collections, services.now())) {
    if (signal?.aborted) return;
    try {
      await workOn(refund, services);
    } catch (error) {
      const { refundId } = refund;
      services.log.error({ err: error, refundId }, 'a refund is not settled yet');
      if (error instanceof ApiError && error.code === 'unavailable') break;
    }
  }
  await finishRefundAnswers(services, signal);
}

async function workOn(
  { refundId, paymentId, state, bounce }: Refund,
  services: Services,
): Promise<void> {
  if (bounce) return goOnBouncing(paymentId, services);
  if (state !== 'pending') return carryOutRefund(refundId, services);
  const at = services.now();
  const next = new Date(at.getTime() + PENDING_MS);
  if (await claimPending(services.database.collections, refundId, at, next))
    await readRefunds(paymentId, services);
}

/** How often a server reads Stripe's list of refunds. */
const LOOK_EVERY_MS = 5 * 60_000;

/** How much a read overlaps the one before: as long as Stripe keeps retrying a webhook. */
const OVERLAP_MS = 3 * DAY_MS;

/** How far the first read of a process goes back. Maybe no server was running for a while. */
const FIRST_LOOK_MS = 30 * DAY_MS;

/** When a server last read the list and reads it next. If this is lost, the next read just goes further back. */
const looks = new WeakMap<Services, { last?: Date; next: Date }>();

/**
 * Finds refunds that were made in Stripe's dashboard, or that failed later, and disputes, whose webhook was lost for good. A
 * job; does nothing until the next read is due. Several servers may run it at once, because reading a refund
 * again changes nothing. If a read fails, the next one covers its time too.
 * @param signal stops it between two payments
 */
export async function settleMissedRefunds(services: Services, signal?: AbortSignal): Promise<void> {
  const at = services.now();
  const look = looks.get(services);
  if (look && at < look.next) return;
  const next = new Date(at.getTime() + LOOK_EVERY_MS);
  looks.set(services, { ...look, next });
  const since = look?.last
    ? new Date(look.last.getTime() - OVERLAP_MS)
    : new Date(at.getTime() - FIRST_LOOK_MS);
  try {
    for (const paymentId of await listChanged(since, services)) {
      if (signal?.aborted) return;
      await readUnlessBroken(paymentId, readRefunds, services);
    }
    for (const paymentId of await listChangedDisputes(services)) {
      if (signal?.aborted) return;
      await readUnlessBroken(paymentId, readDisputes, services);
    }
    looks.set(services, { last: at, next });
  } catch (error) {
    services.log.error({ err: error }, 'could not read refunds and disputes from Stripe');
  }
}

/** The payments in our ledger with a refund that differs from our books. */
async function listChanged(since: Date, { cardPayments, database }: Services): Promise<string[]> {
  const listed = await cardPayments.listRefundsSince(since);
  const ids = listed.map(({ stripeId }) => stripeId);
  const known = await listByStripeId(database.collections, ids);
  const changed = listed.filter(({ stripeId, status }) => {
    const refund = known.get(stripeId);
    return refund ? nameAtStripe(refund) !== status : status !== 'failed';
  });
  const changedIds = new Set(changed.map(({ paymentId }) => paymentId));
  const paymentIds = [...new Set(listed.map(({ paymentId }) => paymentId))];
  const ours = await listPayments(database.collections, paymentIds);
  // Nothing is left of a payment, but its seats are not all free yet: a server was stopped in between.
  const isCutOff = ({ paymentId, method, status, kept, isReturning }: Payment) =>
    status === 'enrolled' &&
    method === 'card' &&
    (isReturning === true ||
      (kept === 0 &&
        listed.some(
          (one) =>
            one.paymentId === paymentId && known.get(one.stripeId)?.reason === 'by the school',
        )));
  // Money is set aside for a refund that is not in our books and has failed: a server was stopped in between.
  const isHalfAdopted = ({ paymentId, refundIds }: Payment) =>
    listed.some(
      (one) =>
        one.paymentId === paymentId &&
        !known.has(one.stripeId) &&
        refundIds.includes(keyOf(identify(one))),
    );
  return ours
    .filter(
      (payment) => changedIds.has(payment.paymentId) || isCutOff(payment) || isHalfAdopted(payment),
    )
    .map(({ paymentId }) => paymentId);
}

/** A problem with one payment must not stop the others, but without Stripe none of them can be settled. */
async function readUnlessBroken(
  paymentId: string,
  read: typeof readRefunds,
  services: Services,
): Promise<void> {
  try {
    await read(paymentId, services);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unavailable') throw error;
    services.log.error({ err: error, paymentId }, 'a refund or a dispute is not settled yet');
  }
}
