import type { Collections } from '../../database/collections.ts';
import { type Payment, toPayment } from './payment-store.ts';
import { type Refund, toRefund } from './refund-store.ts';

/** The marks of receipts and credit notes that are to be issued. */

/** How many one run issues. A job goes on with the rest. */
const MAX_DUE = 100;

/** Payments whose receipt is to be issued, in the order in which they bought. */
export async function listDueReceipts({
  payments,
}: Pick<Collections, 'payments'>): Promise<Payment[]> {
  const found = await payments
    .find({ receiptDue: true })
    .sort({ settledAt: 1, _id: 1 })
    .limit(MAX_DUE)
    .toArray();
  return found.map(toPayment);
}

export async function unmarkReceipt(
  { payments }: Pick<Collections, 'payments'>,
  paymentId: string,
): Promise<void> {
  await payments.updateOne({ _id: paymentId }, { $unset: { receiptDue: true } });
}

/** Refunds whose credit note is to be issued, oldest first. */
export async function listDueNotes({ refunds }: Pick<Collections, 'refunds'>): Promise<Refund[]> {
  const found = await refunds
    .find({ noteDue: true })
    .sort({ createdAt: 1, _id: 1 })
    .limit(MAX_DUE)
    .toArray();
  return found.map(toRefund);
}

/** A refund that has another state by now keeps its mark. */
export async function unmarkNote(
  { refunds }: Pick<Collections, 'refunds'>,
  { refundId, state }: Refund,
): Promise<void> {
  await refunds.updateOne({ _id: refundId, state }, { $unset: { noteDue: true } });
}
