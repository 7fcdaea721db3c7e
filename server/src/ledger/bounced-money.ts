import { newsEvent } from '../events/audit-event.ts';
import { readMoment } from '../school-time.ts';
import type { Services } from '../services.ts';
import { takeUnspent } from './credit-refunds.ts';
import { findPayment } from './payment-store.ts';
import { listRefundsOf, type Refund } from './refund-store.ts';
import { keyOf } from './set-aside.ts';

/** The money of a payment that bounced. R341 */

/**
 * Takes a bounced payment out of the books, all of it: none of this money ever came. What had gone back before is then
 * what the family owes, so `kept` is below 0 by that. What only waits to go back is not owed anymore. Idempotent, even
 * across servers. R482
 */
export async function takeOutBounced(refund: Refund, services: Services): Promise<void> {
  const { payments, refunds } = services.database.collections;
  const { refundId, paymentId, amount } = refund;
  // Nobody paid for this credit.
  await takeUnspent(paymentId, Infinity, services);
  const { at, day } = readMoment(services);
  await payments.updateOne(
    { _id: paymentId, refundIds: { $ne: keyOf(refund) } },
    {
      $inc: { kept: -amount },
      $push: {
        refundIds: keyOf(refund),
        movements: { kind: 'returned', at, day, amount: -amount, refundId },
      },
      $set: { changedAt: at },
    },
  );
  await endPromises(paymentId, services);
  await refunds.updateOne(
    { _id: refundId, state: 'decided' },
    { $set: { state: 'succeeded', settledAt: at, noteDue: true } },
  );
}

/** Nobody gives back what never came. What somebody is giving back at this very moment stays with them. */
async function endPromises(paymentId: string, services: Services): Promise<void> {
  const { collections } = services.database;
  const { refundIds = [] } = (await findPayment(collections, paymentId)) ?? {};
  for (const refund of await listRefundsOf(collections, [paymentId])) {
    const { refundId: _id, attempt } = refund;
    if (refundIds.includes(keyOf({ ...refund, attempt: attempt + 1 }))) continue;
    await collections.refunds.updateOne(
      { _id, attempt, state: 'failed', needsAdmin: true },
      { $unset: { needsAdmin: true }, $set: { failure: 'The payment bounced.' } },
    );
  }
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
