import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js';

/** What became of a card payment. */
export type CardOutcome =
  /** The money is paid. */
  | { state: 'paid'; transactionId: string; status: string }
  /** Nothing was charged; the same payment can be tried again. */
  | { state: 'refused'; message: string }
  /** On its way to the bank: neither paid nor refused yet. */
  | { state: 'processing' }
  /** The payment was ended, because the seat is not held any more. */
  | { state: 'ended' };

/**
 * Reads what Stripe answers about a payment. An error can carry a payment that went through: the second click,
 * or the second window, is told that there is nothing left to confirm.
 */
export function readCardOutcome({ paymentIntent, error }: PaymentIntentResult): CardOutcome {
  const intent = paymentIntent ?? error?.payment_intent;
  switch (intent?.status) {
    case 'succeeded':
      return { state: 'paid', transactionId: intent.id, status: intent.status };
    case 'processing':
      return { state: 'processing' };
    case 'canceled':
      return { state: 'ended' };
    default:
      return {
        state: 'refused',
        message: error?.message ?? 'Your card was not charged. Please try again.',
      };
  }
}

/**
 * Runs one try of a card payment to a known end. When the connection breaks in between, nobody here knows
 * whether the card was charged, so Stripe is asked.
 * @param confirm the try itself
 */
export async function confirmCard(
  stripe: Pick<Stripe, 'retrievePaymentIntent'>,
  clientSecret: string,
  confirm: () => Promise<PaymentIntentResult>,
): Promise<CardOutcome> {
  const result = await confirm();
  const outcome = readCardOutcome(result);
  if (outcome.state !== 'refused' || result.error?.type !== 'api_connection_error') return outcome;

  const known = await stripe.retrievePaymentIntent(clientSecret);
  const now = readCardOutcome(known);
  if (now.state !== 'refused') return now;
  return {
    state: 'refused',
    message:
      'We could not reach the bank. Please check your connection and try again: ' +
      'you will not be charged twice.',
  };
}
