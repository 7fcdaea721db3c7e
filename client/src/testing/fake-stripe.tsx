import { useEffect, useEffectEvent } from 'react';
import { vi } from 'vitest';

/** For tests: stands in for @stripe/stripe-js/pure and @stripe/react-stripe-js. */

/** Stripe's answer about a payment that succeeded. */
export const succeeded = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };

export const stripe = {
  confirmCardPayment: vi.fn(),
  confirmCardSetup: vi.fn(),
  confirmPayment: vi.fn(),
  retrievePaymentIntent: vi.fn(),
};

/** What the device has. Empty: no wallet. */
export const wallets: { applePay?: true } = {};
/** What a wallet tells the page about a press, and about a payment that failed. */
export const sheet = { reject: vi.fn(), paymentFailed: vi.fn() };

export const loadStripe = () => Promise.resolve(stripe);

type WalletProps = {
  onReady: (event: { availablePaymentMethods: object | undefined }) => void;
  onClick: (event: { resolve: () => void; reject: () => void }) => void;
  onConfirm: (event: { paymentFailed: () => void }) => void;
};

const card = { focus: () => undefined };

export const Elements = ({ children }: { children: unknown }) => children;

/** Its button stands for the wallet's own: it opens a sheet, in which the person agrees. */
export function ExpressCheckoutElement({ onReady, onClick, onConfirm }: WalletProps) {
  const tell = useEffectEvent(() => {
    const has = Object.keys(wallets).length > 0;
    onReady({ availablePaymentMethods: has ? wallets : undefined });
  });
  // Once, as Stripe does.
  useEffect(() => tell(), []);
  const press = () => {
    let isOpen = false;
    onClick({ resolve: () => (isOpen = true), reject: sheet.reject });
    if (isOpen) onConfirm({ paymentFailed: sheet.paymentFailed });
  };
  return (
    <button type="button" onClick={press}>
      Apple Pay
    </button>
  );
}

export const useStripe = () => stripe;

export const useElements = () => ({ getElement: () => card });

export function CardElement({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return <input aria-label="Card" />;
}
