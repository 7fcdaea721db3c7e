import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import type { PaidTexts } from '@speakifyr/contract/text-version.ts';
import type { CartItem } from '@speakifyr/contract/cart.ts';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { stripePublishableKey } from '../../../lib/config.ts';
import { PUBLIC } from '../../../lib/query-client.ts';
import { readCardOutcome } from './card-outcome.ts';

/** What is paid for at once. */
export type Order = {
  courses: CartItem[];
  /** What the student was shown for all of them, in whole currency units. */
  price: number;
  /** How much of it credit pays, in cents. */
  credit?: number;
  /** The text that the payer has agreed to, if they pay in parts. The price is then the first one. */
  agreed?: string | undefined;
};

/**
 * Starts the payment of an order, or resumes it: the server answers with the same payment for the same seats and price.
 * @param texts what the payer agrees to by paying now
 */
export function startPayment(
  { cartIds, price, credit = 0, agreed }: Omit<Order, 'courses'> & { cartIds: string[] },
  texts?: PaidTexts,
): Promise<Output<Contract['POST /createPayment-intent']>> {
  const [cartId] = cartIds;
  return call('POST /createPayment-intent', {
    body: {
      price,
      currency: SCHOOL.currency,
      ...(cartIds.length > 1 ? { cartIds } : { cartId }),
      ...(credit > 0 && { credit }),
      ...(agreed && { agreed }),
      ...(texts && { texts }),
    },
  });
}

/**
 * The payment of selected courses. Requested only if there is something to pay (spec section 5). A reload never starts a second
 * one.
 */
export function paymentIntentOptions(email: string, { courses, price, credit = 0, agreed }: Order) {
  const cartIds = courses.map(({ _id }) => _id);
  return queryOptions({
    queryKey: ['paymentIntent', email, cartIds, price, credit, agreed],
    queryFn: () => startPayment({ cartIds, price, credit, agreed }),
    // Credit may pay all of it.
    enabled: Math.round(price * 100) > credit,
    staleTime: Infinity,
    // The secret is for this visit of the page. The next visit asks again, because the price may have changed.
    gcTime: 0,
  });
}

/**
 * What a payment bought. Asks by recording the payment once more, which is safe and settles what is left to settle: the
 * address that it is read from may be older than the seats. R234
 */
export function paidSeatsOptions(paymentId: string, email: string) {
  return queryOptions({
    queryKey: ['paidSeats', email, paymentId],
    queryFn: async () =>
      (await call('POST /makepayment', { body: { transactionId: paymentId, email } })).items,
    staleTime: Infinity,
  });
}

/** Stripe.js, loaded when the first payment page is opened. */
export function stripeOptions() {
  return queryOptions({
    queryKey: ['stripe'],
    queryFn: async () => {
      const stripe = await loadStripe(stripePublishableKey);
      if (!stripe) throw new Error('Stripe.js needs a browser window');
      return stripe;
    },
    staleTime: Infinity,
    gcTime: Infinity,
    meta: PUBLIC,
    // An object with methods, which a structural copy would lose.
    structuralSharing: false,
  });
}

/** Stripe's state of a payment: after a reload it may be paid already. Waits for both arguments. */
export function cardOutcomeOptions(stripe: Stripe | undefined, clientSecret: string | undefined) {
  return queryOptions({
    queryKey: ['paymentIntent', 'outcome', clientSecret],
    queryFn:
      stripe && clientSecret
        ? async () => readCardOutcome(await stripe.retrievePaymentIntent(clientSecret))
        : skipToken,
    staleTime: Infinity,
    gcTime: 0,
  });
}
