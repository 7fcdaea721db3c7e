import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { claimDuePayment, type Payment } from './ledger/payment-store.ts';
import { settlePayment } from '../enrollments/changes/settle-payment.ts';

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

function claimNext({ database, now }: Services): Promise<Payment | null> {
  const at = now();
  return claimDuePayment(database.collections, at, new Date(at.getTime() + NEXT_CHECK_MS));
}
