import { logFailure } from '../log.ts';
import type { Services } from '../services.ts';
import { issueCorrection, issueCreditNote } from './credit-notes.ts';
import { findPayment, type Payment, toPayment } from './payment-store.ts';
import { issueReceipt } from './receipts.ts';
import { findRefund, type Refund, toRefund } from './refund-store.ts';

/** How many receipts, and how many credit notes, one run issues. The next one continues with the rest. */
const MAX_DUE = 100;

const NOT_ISSUED = 'a receipt or a credit note is not issued yet';

/** Issues the receipt of a payment that has just bought something. Never fails: a job tries again. R165 */
export async function issueReceiptNow(paymentId: string, services: Services): Promise<void> {
  const issue = async () => {
    const payment = await findPayment(services.database.collections, paymentId);
    if (payment) await issueReceiptOf(payment, services);
  };
  await logFailure(issue(), NOT_ISSUED, services, { paymentId });
}

/** Issues the credit note of a refund of ours that is at Stripe now. Never fails: a job tries again. */
export async function issueNoteNow(
  { refundId, paymentId }: Pick<Refund, 'refundId' | 'paymentId'>,
  services: Services,
): Promise<void> {
  const issue = async () => {
    const refund = await findRefund(services.database.collections, refundId);
    if (refund) await issueNoteOf(refund, services);
  };
  await logFailure(issue(), NOT_ISSUED, services, { paymentId });
}

/**
 * Issues the receipts and credit notes that are due, in the order of what they document. Called when Stripe reports a
 * refund or a dispute, and by a job, for what a stopped server left. Several servers may do so at once: each paper is
 * issued once. Never fails.
 */
export async function issueDuePapers(services: Services, signal?: AbortSignal): Promise<void> {
  const problem = 'receipts and credit notes are not issued yet';
  await logFailure(issueAll(services, signal), problem, services);
}

/** A problem with one paper does not stop the others. */
async function issueAll(services: Services, signal: AbortSignal | undefined): Promise<void> {
  const { payments, refunds } = services.database.collections;
  const bought = payments.find({ receiptDue: true }).sort({ settledAt: 1, _id: 1 });
  for (const payment of (await bought.limit(MAX_DUE).toArray()).map(toPayment)) {
    if (signal?.aborted) return;
    const { paymentId } = payment;
    await logFailure(issueReceiptOf(payment, services), NOT_ISSUED, services, { paymentId });
  }
  const returned = refunds.find({ noteDue: true }).sort({ createdAt: 1, _id: 1 });
  for (const refund of (await returned.limit(MAX_DUE).toArray()).map(toRefund)) {
    if (signal?.aborted) return;
    const { paymentId } = refund;
    await logFailure(issueNoteOf(refund, services), NOT_ISSUED, services, { paymentId });
  }
}

async function issueReceiptOf(payment: Payment, services: Services): Promise<void> {
  await issueReceipt(payment, services);
  const { payments } = services.database.collections;
  await payments.updateOne({ _id: payment.paymentId }, { $unset: { receiptDue: true } });
}

async function issueNoteOf(refund: Refund, services: Services): Promise<void> {
  const { collections } = services.database;
  // Until it is settled, nobody knows whether it has bought anything.
  if ((await findPayment(collections, refund.paymentId))?.status === 'open') return;
  const note = await issueCreditNote(refund, services);
  if (note && refund.state === 'reversed') await issueCorrection(note, services);
  // A refund whose state has changed by now keeps its mark.
  const { refundId, state } = refund;
  await collections.refunds.updateOne({ _id: refundId, state }, { $unset: { noteDue: true } });
}
