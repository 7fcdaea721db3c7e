import type { Actor } from '../database/event-document.ts';
import { ApiError } from '../errors.ts';
import { findNewOwner, findUserWithId } from '../users/find-users.ts';
import { readMoment } from '../school-time.ts';
import type { Services } from '../services.ts';
import {
  type Credit,
  isCredit,
  listCredits,
  putBack,
  returnCredit,
  takeCredit,
} from './credit-store.ts';
import { findPayment, type Payment } from './payment-store.ts';
import { findRefund, insertRefundOnce, listRefundsOf, type Refund } from './refund-store.ts';

/** Credit that is returned: to its payment as a refund, or to the family because its seat was canceled. R362 */

/** How long somebody has to carry a refund out before a job does. */
const CARRY_OUT_MS = 60_000;

/**
 * Records that what is left of a credit is refunded the way it was paid. If that is already decided but not carried
 * out, it stays as it is.
 * @returns the refund's id
 */
export async function decideCreditRefund(
  { refundId: ofCredit, paymentId, seatId, currency, reason, credit }: Credit,
  decided: { by?: Actor; note?: string },
  services: Services,
): Promise<string> {
  const { collections } = services.database;
  const made = (await listRefundsOf(collections, [paymentId])).filter(
    (refund) => refund.ofCredit === ofCredit,
  );
  const waiting = made.find(({ state }) => state === 'decided' || state === 'sent');
  if (waiting) return waiting.refundId;
  const refundId = `${ofCredit}:back-${made.length}`;
  const createdAt = services.now();
  await insertRefundOnce(collections, {
    refundId,
    ofCredit,
    paymentId,
    seatId,
    amount: credit.left,
    currency,
    reason,
    ...decided,
    state: 'decided',
    attempt: 0,
    createdAt,
    checkAfter: new Date(createdAt.getTime() + CARRY_OUT_MS),
  });
  return refundId;
}

/**
 * Before credit is refunded, it becomes money of its payment again. Idempotent.
 * @returns false if it was spent in the meantime
 */
export async function takeForRefund(refund: Refund, services: Services): Promise<boolean> {
  const { collections } = services.database;
  const credit = refund.ofCredit && (await findRefund(collections, refund.ofCredit));
  if (!credit || !isCredit(credit)) return true;
  const use = { id: refund.refundId, amount: refund.amount, isBack: true as const };
  if (!(await takeCredit(collections, credit.refundId, use))) return false;
  await putBack(collections, credit, use, readMoment(services));
  return true;
}

/**
 * Unspent credit becomes money of its payment again, as far as the payment needs it: its money was returned from
 * outside. So does what a server took before, and did not put back. Idempotent. R363
 * @param wanted how much the payment should have left, in cents
 * @returns how much is missing
 */
export async function takeUnspent(
  paymentId: string,
  wanted: number,
  services: Services,
): Promise<number> {
  const { collections } = services.database;
  for (;;) {
    const credits = await listCredits(collections, [paymentId]);
    for (const one of credits)
      for (const use of one.credit.uses)
        if (use.isBack) await putBack(collections, one, use, readMoment(services));
    const missing = wanted - ((await findPayment(collections, paymentId))?.kept ?? 0);
    const unspent = credits.find(({ credit }) => credit.left > 0);
    if (missing <= 0 || !unspent) return Math.max(0, missing);
    const { refundId, credit } = unspent;
    const amount = Math.min(missing, credit.left);
    const id = `${refundId}:recalled-${credit.uses.length}`;
    await takeCredit(collections, refundId, { id, amount, isBack: true });
  }
}

/**
 * What is refunded of a payment with credit is credit again, last taken first. If its account is deleted, it goes on to
 * where the credit came from. Idempotent.
 * @throws {ApiError} `unavailable` if another refund of it came first. Then somebody tries again
 */
export async function returnToCredits(
  { refundId, amount }: Refund,
  { paymentId: id, userId, credits = [] }: Payment,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  let rest = amount;
  for (const { refundId: creditId } of credits.toReversed()) {
    const credit = (await findRefund(collections, creditId))?.credit;
    const done = credit?.returned.find((one) => one.refundId === refundId)?.amount;
    const used = credit?.uses.find((one) => one.id === id)?.amount ?? 0;
    const share = done ?? Math.min(rest, used);
    rest -= share;
    if (done !== undefined || share === 0) continue;
    if (!(await returnCredit(collections, creditId, { id, refundId, amount: share })))
      throw new ApiError('unavailable');
  }
  if (rest > 0) throw new ApiError('unavailable');
  const payer = await findUserWithId(userId, services);
  const isGone = payer?.status === 'deleting' || payer?.status === 'deleted';
  if (isGone && !findNewOwner(payer)) await decideCreditRefunds(credits, services);
}

async function decideCreditRefunds(
  credits: NonNullable<Payment['credits']>,
  services: Services,
): Promise<void> {
  for (const { refundId } of credits) {
    const credit = await findRefund(services.database.collections, refundId);
    if (credit && isCredit(credit) && credit.credit.left > 0)
      await decideCreditRefund(credit, {}, services);
  }
}
