import type { StripeFee } from '../outside/stripe.ts';
import { readMoment } from '../school-time.ts';
import type { Services } from '../services.ts';
import { insertFeeOnce } from './payments.repo.ts';
import { readRefunds } from './read-refunds.ts';

/** Writes down what Stripe took for a payment. Each fee counts once, today. May be repeated. */
export async function noteFees(
  paymentId: string,
  fees: StripeFee[],
  services: Services,
): Promise<void> {
  const moment = readMoment(services);
  for (const fee of fees)
    await insertFeeOnce(services.database.collections, paymentId, { ...fee, ...moment });
}

/**
 * Asks Stripe what it took for a payment, once it says that something about the charge is new.
 * @throws {ApiError} `not_found` if the payment is not in our ledger, `unavailable` if Stripe does not answer
 */
export async function readFees(paymentId: string, services: Services): Promise<void> {
  await readRefunds(paymentId, services);
  const intent = await services.cardPayments.retrieveIntent(paymentId);
  if (intent?.status === 'succeeded') await noteFees(paymentId, intent.fees, services);
}
