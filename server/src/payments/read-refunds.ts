import type { Services } from '../services.ts';
import { importRefunds } from '../ledger/import-refunds.ts';
import { isCredit } from '../ledger/credit-store.ts';
import { issueDuePapers } from '../ledger/due-papers.ts';
import { noteFees, findPayment, type Payment } from '../ledger/payment-store.ts';
import { closeQuestions, listRefundsOf, type Refund } from '../ledger/refund-store.ts';
import { keyOf } from '../ledger/set-aside.ts';
import { recallCredit } from '../changes/recall-credit.ts';
import { recordReturn } from '../changes/record-return.ts';
import { settlePayment } from '../changes/settle-payment.ts';

/**
 * Brings a payment and its refunds in line with what Stripe says about its refunds. Called when Stripe reports one, and
 * by a job. Idempotent. R18, R121, R122, R162
 * @throws {ApiError} `not_found` if the payment is not in our ledger, `unavailable` if Stripe does not answer
 */
export async function readRefunds(paymentId: string, services: Services): Promise<void> {
  const { collections } = services.database;
  const missing = await importRefunds(paymentId, services);
  if (missing > 0 && (await recallFor(paymentId, missing, services)))
    await importRefunds(paymentId, services);
  // Another process may be enrolling it with an answer from just before the refund.
  await settlePayment(paymentId, services);
  await issueDuePapers(services);
  const payment = await findPayment(collections, paymentId);
  if (payment?.method !== 'card') return;
  // A server was stopped while it freed the seats. If the refund has failed since, the admins have it in their list.
  const isCutOff = payment.isReturning === true;
  if (payment.kept !== 0 && !isCutOff) return;
  if (payment.status === 'enrolled') {
    const refunds = await listRefundsOf(collections, [paymentId]);
    if (isCutOff || isTakenAway(payment, refunds)) await recordReturn(payment, services);
    // An admin still has to say which seat a refund in the dashboard was for.
    else if (payment.items.some(({ state }) => state === 'enrolled')) return;
  }
  await closeQuestions(collections, paymentId);
}

/**
 * Ends the credit of a payment that was returned in Stripe's dashboard. A refund of ours that is about to be made has
 * set the money aside; Stripe refuses it, so the money is there again at the next look.
 */
async function recallFor(paymentId: string, missing: number, services: Services): Promise<boolean> {
  const refunds = await listRefundsOf(services.database.collections, [paymentId]);
  if (!refunds.some(isCredit) || refunds.some(({ state }) => state === 'sent')) return false;
  await recallCredit(paymentId, missing, services);
  return true;
}

/**
 * Whether it was the school in Stripe's dashboard, or the bank, that took the last of the money. What we refunded
 * ourselves was decided for each seat, even if the school had refunded a part before.
 */
function isTakenAway({ refundIds }: Payment, refunds: Refund[]): boolean {
  const last = refunds.find((refund) => keyOf(refund) === refundIds.at(-1));
  return last !== undefined && ['by the school', 'dispute'].includes(last.reason);
}

/**
 * Asks Stripe for its fee for a payment, once it reports a change of the charge.
 * @throws {ApiError} `not_found` if the payment is not in our ledger, `unavailable` if Stripe does not answer
 */
export async function readFees(paymentId: string, services: Services): Promise<void> {
  await readRefunds(paymentId, services);
  const intent = await services.cardPayments.retrieveIntent(paymentId);
  if (intent?.status === 'succeeded') await noteFees(paymentId, intent.fees, services);
}
