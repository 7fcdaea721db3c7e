import { newsEvent } from '../../events/audit-event.ts';
import { readMoment } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { takeUnspent } from './credit-refunds.ts';
import { findPayment } from './payment-store.ts';
import type { Refund } from './refund-store.ts';
import { keyOf, reserve } from './set-aside.ts';

/** The money of a payment that bounced. R341 */

/**
 * Sets aside all that is left of a bounced payment. The amount of its refund is then what was set aside, in cents.
 * Idempotent, even across servers.
 */
export async function takeOutBounced(refund: Refund, services: Services): Promise<void> {
  const { collections } = services.database;
  const { refundId, paymentId } = refund;
  for (;;) {
    // Nobody paid for this credit.
    await takeUnspent(paymentId, Infinity, services);
    const payment = await findPayment(collections, paymentId);
    if (!payment || refund.state !== 'decided') return;
    if (payment.refundIds.includes(keyOf(refund))) break;
    if (payment.kept === 0) return closeEmpty(refund, services);
    // Less may be left than when the bounce was recorded.
    const left = { ...refund, amount: payment.kept };
    if (await reserve(collections, left, readMoment(services))) break;
  }
  const payment = await findPayment(collections, paymentId);
  const moved = payment?.movements.find((movement) => movement.refundId === refundId);
  await collections.refunds.updateOne(
    { _id: refundId, state: 'decided' },
    {
      $set: {
        ...{ amount: -(moved?.amount ?? 0), state: 'succeeded' },
        ...{ settledAt: services.now(), noteDue: true },
      },
    },
  );
}

/** All of the money was refunded just before. Then there is nothing to take out, and nothing is owed. */
async function closeEmpty({ refundId }: Refund, { database, now }: Services): Promise<void> {
  await database.collections.refunds.updateOne(
    { _id: refundId, state: 'decided' },
    { $set: { state: 'failed', failure: 'Nothing was left of this payment.', settledAt: now() } },
  );
}

/** The last step for a bounced payment: its payer is told. Idempotent. */
export async function closeBounced(
  { refundId, paymentId }: Pick<Refund, 'refundId' | 'paymentId'>,
  { database, now }: Services,
): Promise<void> {
  await database.collections.refunds.updateOne(
    { _id: refundId, checkAfter: { $exists: true } },
    {
      $unset: { checkAfter: true },
      $push: { events: newsEvent('payment bounced', { paymentId }, now()) },
    },
  );
}
