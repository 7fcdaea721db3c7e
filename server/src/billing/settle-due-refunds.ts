import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { finishAnswers } from './open-refunds.ts';
import { readRefunds } from './read-refunds.ts';
import { carryOutRefund, PENDING_MS } from './ledger/refunds.ts';
import { claimPending, listDueRefunds, type Refund } from './ledger/refund-store.ts';

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
