import { newsEvent } from '../../events/audit-event.ts';
import { readMoment } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { takeUnspent } from './credit-refunds.ts';
import { findPayment } from './payment-store.ts';
import type { Refund } from './refund-store.ts';
import { keyOf, reserve } from './set-aside.ts';

/** The money of a payment that bounced. R341 */

/**
 * Sets all that is left of a payment that bounced aside. What its refund says is then what was set aside, in cents. May be
 * repeated, also by several servers at once.
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
    // Less may be left than when it was said.
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

/** All of the money was given back just before. Then there is nothing to take out, and nothing is owed. */
async function closeEmpty({ refundId }: Refund, { database, now }: Services): Promise<void> {
  await database.collections.refunds.updateOne(
    { _id: refundId, state: 'decided' },
    { $set: { state: 'failed', failure: 'Nothing was left of this payment.', settledAt: now() } },
  );
}

/** Nothing is left to do for a payment that bounced: its payer hears of it. May be repeated. */
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
