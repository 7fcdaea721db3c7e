import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { listEnrolled } from './payments.repo.ts';
import { settleRefund } from './settle-payment.ts';

/** How long one server waits between two looks at Stripe's list. */
const LOOK_EVERY_MS = 5 * 60_000;

const DAY_MS = 24 * 60 * 60_000;

/** How far a look goes back behind the one before: as long as Stripe goes on sending an event that was not answered. */
const OVERLAP_MS = 3 * DAY_MS;

/** How far the first look of a process goes back: nobody may have looked for long. */
const FIRST_LOOK_MS = 30 * DAY_MS;

/** When a server has looked last, and when it looks again; it may be forgotten, then the look goes further back. */
const looks = new WeakMap<Services, { last?: Date; next: Date }>();

/**
 * Frees the seats of payments whose money went back at Stripe's own dashboard, where the webhook that tells of it was
 * lost for good. Part of the sweep; does nothing until it is time to look again. Several servers may do it at once: a
 * refund is settled from what Stripe and the ledger say of it, any number of times. A look that fails is made up for by
 * the next one.
 * @param signal ends it between two payments
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
    services.log.error({ err: error }, 'the refunds at Stripe could not be looked through');
  }
}

/** What is wrong with one payment keeps nobody else's seat; without Stripe none of them can be settled. */
async function settleUnlessBroken(paymentId: string, services: Services): Promise<void> {
  try {
    await settleRefund(paymentId, services);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unavailable') throw error;
    services.log.error({ err: error, paymentId }, 'a refund is not settled yet');
  }
}
