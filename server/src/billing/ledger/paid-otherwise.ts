import type { AuditEvent } from '../../database/event-document.ts';
import { ApiError } from '../../errors.ts';
import { readMoment } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { findPayment } from './payment-store.ts';
import { listRefundsOf, type Refund } from './refund-store.ts';
import { keyOf, reserve } from './set-aside.ts';
import { countLeft } from './what-is-left.ts';
import type { Collections } from '../../database/collections.ts';

/** A failed refund as it is once it was paid in another way: like one more attempt. */
export function describeLastAttempt(refund: Refund): Refund {
  return { ...refund, attempt: refund.attempt + 1 };
}

/**
 * Writes down that an admin has paid a failed refund in another way, such as in cash. From now on its money counts as
 * returned. If less is left by now, that much. The money is set aside first: a server that stops in between leaves the
 * refund on the admins' list, and the next answer or try uses the same money.
 * @returns false if it has not failed, or somebody tried it again or closed it in the meantime
 * @throws {ApiError} `unavailable` if some of the money is just given back by somebody else
 */
export async function recordPaidOtherwise(
  refund: Refund,
  act: AuditEvent,
  services: Services,
): Promise<boolean> {
  if (refund.state !== 'failed' || !refund.needsAdmin) return false;
  const { collections } = services.database;
  const moment = readMoment(services);
  const last = describeLastAttempt(refund);
  const amount = await countOwed(refund, services);
  if (amount > 0) {
    // First: if this server stops now, nobody may try to return more than what is set aside.
    if (amount < refund.amount) await lowerFailed(collections, refund, amount);
    if (!(await reserve(collections, { ...last, amount }, moment)))
      throw new ApiError('unavailable');
  }
  return closeFailed(collections, refund, { isPaid: amount > 0, at: moment.at, act });
}

/** How much of a failed refund can still go back: what is left of its seat, or else of its payment, in cents. */
async function countOwed(refund: Refund, { database }: Services): Promise<number> {
  const { paymentId, seatId, amount } = refund;
  const payment = await findPayment(database.collections, paymentId);
  if (!payment) return 0;
  // A server stopped when it had set the money aside, or a colleague is doing the same.
  if (payment.refundIds.includes(keyOf(describeLastAttempt(refund)))) return amount;
  const left = seatId
    ? countLeft(payment, seatId, await listRefundsOf(database.collections, [paymentId]))
    : payment.kept;
  return Math.min(amount, left);
}

type Refunds = Pick<Collections, 'refunds'>;

/** Of a failed refund, only so much is still owed: the rest has gone back with other refunds. */
async function lowerFailed(
  { refunds }: Refunds,
  { refundId, attempt }: Pick<Refund, 'refundId' | 'attempt'>,
  amount: number,
): Promise<void> {
  await refunds.updateOne(
    { _id: refundId, attempt, state: 'failed', needsAdmin: true },
    { $set: { amount } },
  );
}

/**
 * Takes a failed refund off the admins' list: they paid it in another way. Its money is set aside for the next attempt,
 * which this is. Without `isPaid`, nothing was left to return, so it just is not owed anymore.
 * @returns false if somebody tried it again or closed it in the meantime
 */
async function closeFailed(
  { refunds }: Refunds,
  { refundId, attempt }: Pick<Refund, 'refundId' | 'attempt'>,
  { isPaid, at, act }: { isPaid: boolean; at: Date; act: AuditEvent },
): Promise<boolean> {
  const { matchedCount } = await refunds.updateOne(
    { _id: refundId, attempt, state: 'failed', needsAdmin: true },
    {
      ...(isPaid && {
        $set: {
          ...{ state: 'paid otherwise', attempt: attempt + 1, settledAt: at },
          noteDue: true as const,
        },
      }),
      $unset: { needsAdmin: true },
      $push: { events: act },
    },
  );
  return matchedCount === 1;
}
