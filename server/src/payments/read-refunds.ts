import type { Services } from '../services.ts';
import { adoptRefunds } from './adopt-refunds.ts';
import { findPayment } from './payments.repo.ts';
import { closeQuestions, isReturned, listRefundsOf, type Refund } from './refunds.repo.ts';
import { recordReturn, settlePayment } from './settle-payment.ts';

/**
 * Brings a payment and its refunds in line with what Stripe says about its refunds. Called when Stripe reports one, and
 * by the sweep. May be repeated.
 * @throws {ApiError} `not_found` if the payment is not in our ledger, `unavailable` if Stripe does not answer
 */
export async function readRefunds(paymentId: string, services: Services): Promise<void> {
  const { collections } = services.database;
  await adoptRefunds(paymentId, services);
  // Another process may be enrolling it with an answer from just before the refund.
  await settlePayment(paymentId, services);
  const payment = await findPayment(collections, paymentId);
  if (payment?.kept !== 0 || payment.amount === 0) return;
  const refunds = await listRefundsOf(collections, [paymentId]);
  if (payment.status === 'enrolled' && refunds.some(isTakenAway))
    await recordReturn(payment, services);
  await closeQuestions(collections, paymentId);
}

/** Whether the school or the bank returned it. What we gave back ourselves has been decided for each seat. */
function isTakenAway(refund: Refund): boolean {
  return ['by the school', 'dispute'].includes(refund.reason) && isReturned(refund);
}
