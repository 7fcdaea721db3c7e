import type { Services } from '../services.ts';
import { adoptRefunds } from './adopt-refunds.ts';
import { findPayment } from './payments.repo.ts';
import { closeQuestions, isReturned, listRefundsOf } from './refunds.repo.ts';
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
  // Otherwise we gave all of it back ourselves, and have decided what that means for each seat.
  const isBySchool = refunds.some((one) => one.reason === 'by the school' && isReturned(one));
  if (payment.status === 'enrolled' && isBySchool) await recordReturn(payment, services);
  await closeQuestions(collections, paymentId);
}
