import type { Services } from '../services.ts';
import { noteFees } from './ledger/fees.ts';
import { readRefunds } from './read-refunds.ts';

/**
 * Asks Stripe what it took for a payment, once it says that something about the charge is new.
 * @throws {ApiError} `not_found` if the payment is not in our ledger, `unavailable` if Stripe does not answer
 */
export async function readFees(paymentId: string, services: Services): Promise<void> {
  await readRefunds(paymentId, services);
  const intent = await services.cardPayments.retrieveIntent(paymentId);
  if (intent?.status === 'succeeded') await noteFees(paymentId, intent.fees, services);
}
