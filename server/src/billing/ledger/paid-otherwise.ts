import type { AuditEvent } from '../../database/event-document.ts';
import { ApiError } from '../../errors.ts';
import { readMoment } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { findPayment } from './payment-store.ts';
import { listRefundsOf, type Refund } from './refund-store.ts';
import { keyOf, reserve } from './set-aside.ts';
import { countLeft } from './what-is-left.ts';

/** A failed refund as it is once it was paid in another way: like one more attempt. */
export function describeLastAttempt(refund: Refund): Refund {
  return { ...refund, attempt: refund.attempt + 1 };
}

/**
 * Writes down that an admin has paid a failed refund in another way, such as in cash. From now on its money counts as
 * returned. If less is left by now, that much; if nothing is left, it just is not owed anymore. The money is set aside
 * first, for an attempt that this is: a server that stops in between leaves the refund on the admins' list, and the next
 * answer or try uses the same money.
 * @returns false if it has not failed, or somebody tried it again or closed it in the meantime
 * @throws {ApiError} `unavailable` if some of the money is just given back by somebody else
 */
export async function recordPaidOtherwise(
  refund: Refund,
  event: AuditEvent,
  services: Services,
): Promise<boolean> {
  if (refund.state !== 'failed' || !refund.needsAdmin) return false;
  const { refunds } = services.database.collections;
  const moment = readMoment(services);
  const last = describeLastAttempt(refund);
  const asSeen = {
    _id: refund.refundId,
    attempt: refund.attempt,
    state: 'failed' as const,
    needsAdmin: true as const,
  };
  const amount = await countOwed(refund, services);
  if (amount > 0) {
    // First: if this server stops now, nobody may try to return more than what is set aside.
    if (amount < refund.amount) await refunds.updateOne(asSeen, { $set: { amount } });
    if (!(await reserve(services.database.collections, { ...last, amount }, moment)))
      throw new ApiError('unavailable');
  }
  const paid = {
    ...{ state: 'paid otherwise' as const, attempt: last.attempt, settledAt: moment.at },
    noteDue: true as const,
  };
  const { matchedCount } = await refunds.updateOne(asSeen, {
    ...(amount > 0 && { $set: paid }),
    $unset: { needsAdmin: true },
    $push: { events: event },
  });
  return matchedCount === 1;
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
