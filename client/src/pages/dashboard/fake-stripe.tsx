import { useEffect } from 'react';
import { vi } from 'vitest';

/** For tests: replaces Stripe's packages. Must not import anything that imports them. */

/** Stripe's answer about a payment that succeeded. */
export const succeeded = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };

export const stripe = { confirmCardPayment: vi.fn(), retrievePaymentIntent: vi.fn() };

/** Replaces @stripe/stripe-js/pure. */
export const stripeJs = { loadStripe: () => Promise.resolve(stripe) };

const card = { focus: () => undefined };

/** Replaces @stripe/react-stripe-js. */
export const reactStripeJs = {
  Elements: ({ children }: { children: unknown }) => children,
  useStripe: () => stripe,
  useElements: () => ({ getElement: () => card }),
  CardElement({ onReady }: { onReady: () => void }) {
    useEffect(onReady, [onReady]);
    return <input aria-label="Card" />;
  },
};
