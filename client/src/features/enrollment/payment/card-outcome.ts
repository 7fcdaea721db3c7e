import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js';

/** The outcome of a card payment. */
export type CardOutcome =
  /** The money is paid. */
  | { state: 'paid'; transactionId: string; status: string }
  /** The same payment can be tried again. `isUncharged`: Stripe has said that nothing was charged. */
  | { state: 'refused'; message: string; isUncharged?: boolean }
  /** The bank has not decided yet. */
  | { state: 'processing' }
  /** The payment was canceled, because the seat is no longer held. */
  | { state: 'ended' };

/**
 * Reads Stripe's answer about a payment. An error can contain a payment that succeeded: a second click or a second
 * window gets the error that there is nothing left to confirm.
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
        // The bank has declined it, or did not believe who pays (3-D Secure).
        ...((error?.type === 'card_error' || intent?.status === 'requires_payment_method') && {
          isUncharged: true,
        }),
      };
  }
}

/**
 * Makes one try of a card payment and finds out how it ended. If the connection breaks in between, it asks Stripe
 * whether the card was charged.
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
