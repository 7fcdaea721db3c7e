import type { StripeFee } from '../../outside/stripe.ts';
import { readMoment } from '../../school-time.ts';
import type { Services } from '../../services.ts';

/** Writes down what Stripe took for a payment. Each fee counts once, today. May be repeated. */
export async function noteFees(
  paymentId: string,
  fees: StripeFee[],
  services: Services,
): Promise<void> {
  const { payments } = services.database.collections;
  const moment = readMoment(services);
  for (const fee of fees)
    await payments.updateOne(
      { _id: paymentId, 'fees.stripeId': { $ne: fee.stripeId } },
      { $push: { fees: { ...fee, ...moment } } },
    );
}
