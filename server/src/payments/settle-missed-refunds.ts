import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { listEnrolled } from './payments.repo.ts';
import { settleRefund } from './settle-payment.ts';
import { DAY_MS } from '../school-time.ts';

/** How often a server reads Stripe's list of refunds. */
const LOOK_EVERY_MS = 5 * 60_000;

/** How much a read overlaps the one before: as long as Stripe keeps retrying a webhook. */
const OVERLAP_MS = 3 * DAY_MS;

/** How far the first read of a process goes back. No server may have been running for a while. */
const FIRST_LOOK_MS = 30 * DAY_MS;

/** When a server last read the list and reads it next. If this is lost, the next read just goes further back. */
const looks = new WeakMap<Services, { last?: Date; next: Date }>();

/**
 * Frees the seats of payments that were refunded in Stripe's dashboard and whose webhook was lost for good. Part of the
 * sweep; does nothing until the next read is due. Several servers may run it at once, because settling a refund again
 * changes nothing. If a read fails, the next one covers its time too.
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
    const refunded = await services.cardPayments.listRefundedIntents(since);
    for (const { paymentId } of await listEnrolled(services.database.collections, refunded)) {
      if (signal?.aborted) return;
      await settleUnlessBroken(paymentId, services);
    }
    looks.set(services, { last: at, next });
  } catch (error) {
    services.log.error({ err: error }, 'could not read the refunds from Stripe');
  }
}

/** A problem with one payment must not stop the others, but without Stripe none of them can be settled. */
async function settleUnlessBroken(paymentId: string, services: Services): Promise<void> {
  try {
    await settleRefund(paymentId, services);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unavailable') throw error;
    services.log.error({ err: error, paymentId }, 'a refund is not settled yet');
  }
}
