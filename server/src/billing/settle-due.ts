import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { settlePayment } from '../enrollments/changes/settle-payment.ts';
import { finishAnswers } from './open-refunds.ts';
import { readRefunds } from './read-refunds.ts';
import { carryOutRefund, PENDING_MS } from './ledger/refunds.ts';
import { claimPending, listDueRefunds, type Refund } from './ledger/refund-store.ts';

/** How long a server has a due payment to itself. After that, it is due again. */
const NEXT_CHECK_MS = 30_000;

/** How many payments we ask Stripe about at once. Stripe allows far more (100 per second). */
const AT_ONCE = 10;

/**
 * Settles every due payment: the remedy for a closed tab, a lost webhook or a crash. A job; several servers
 * may run it at once. If Stripe does not answer, it stops early and the next run continues.
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
  await finishAnswers(services, signal);
}

async function workOn({ refundId, paymentId, state }: Refund, services: Services): Promise<void> {
  if (state !== 'pending') return carryOutRefund(refundId, services);
  const at = services.now();
  const next = new Date(at.getTime() + PENDING_MS);
  if (await claimPending(services.database.collections, refundId, at, next))
    await readRefunds(paymentId, services);
}
