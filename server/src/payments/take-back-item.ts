import type { ObjectId } from 'mongodb';
import { itemKey } from '../seats/item-key.ts';
import { takeBackPaidSeat } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { findCancellation } from './cancellations.repo.ts';
import { findPayment } from './payments.repo.ts';
import { carryOutOrLeave, decideRefund } from './refunds.ts';
import { listRefundsOf, markItem } from './refunds.repo.ts';
import { listDifferencesPaid } from './transfers.repo.ts';
import { countLeft } from './what-is-left.ts';

/** One seat of one payment. */
type Line = { paymentId: string; cartId: ObjectId };

/**
 * Frees the seat of a line of the ledger, and records that it is gone. If the seat moves to another class at just this
 * moment, it is freed there. May be repeated.
 * @param stateOf whether money goes back for this line
 */
export async function takeBackItem(
  line: Line,
  stateOf: (line: Line) => 'refunded' | 'canceled',
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  for (;;) {
    const payment = await findPayment(collections, line.paymentId);
    const item = payment?.items.find(({ cartId }) => cartId.equals(line.cartId));
    if (!item) return;
    const { classId } = item;
    await takeBackPaidSeat({ ...line, classId }, services);
    if (item.state !== 'enrolled') break;
    if (await markItem(collections, { ...line, classId }, stateOf(line), services.now())) break;
  }
  // Once the seat is gone, so are the lines with which it was moved to a dearer class.
  for (const difference of await listDifferencesPaid(collections, line.cartId))
    await markItem(collections, difference, stateOf(difference), services.now());
}

/**
 * Returns what was paid to move a seat to a dearer class, because the school has returned the rest of its price in
 * Stripe's dashboard. Not if somebody has canceled the seat: then it is decided what comes back.
 */
export async function returnDifferences(cartId: ObjectId, services: Services): Promise<void> {
  const { collections } = services.database;
  if (await findCancellation(collections, cartId)) return;
  for (const line of await listDifferencesPaid(collections, cartId)) {
    const payment = await findPayment(collections, line.paymentId);
    if (!payment) continue;
    const refunds = await listRefundsOf(collections, [line.paymentId]);
    const amount = countLeft(payment, line.cartId, refunds);
    if (amount === 0) continue;
    const refundId = `${itemKey(line.paymentId, line.cartId)}:canceled`;
    const { currency } = payment;
    await decideRefund(
      { refundId, ...line, amount, currency, reason: 'canceled by admin' },
      services,
    );
    await carryOutOrLeave(refundId, services);
  }
}
