import { useEffect } from 'react';
import { vi } from 'vitest';

/** For tests: what stands in for Stripe, at the edge of its own packages. Imports nothing that imports them. */

/** What Stripe answers about a payment that went through. */
export const succeeded = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };

export const stripe = { confirmCardPayment: vi.fn(), retrievePaymentIntent: vi.fn() };

/** In place of @stripe/stripe-js/pure. */
export const stripeJs = { loadStripe: () => Promise.resolve(stripe) };

const card = { focus: () => undefined };

/** In place of @stripe/react-stripe-js. */
export const reactStripeJs = {
  Elements: ({ children }: { children: unknown }) => children,
  useStripe: () => stripe,
  useElements: () => ({ getElement: () => card }),
  CardElement({ onReady }: { onReady: () => void }) {
    useEffect(onReady, [onReady]);
    return <input aria-label="Card" />;
  },
};
