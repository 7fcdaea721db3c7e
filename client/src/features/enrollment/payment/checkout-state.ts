import type { FinalEnd, PaymentEnd } from './use-payment.ts';

/** The person can pay, or try again. */
type Open =
  /** Nothing was tried yet, or they have chosen something else since. */
  | { name: 'choosing' }
  /** The try failed. The same payment can be tried again. */
  | { name: 'declined'; message: string; isUncharged: boolean }
  /** The payment was stopped, because the hold on its seat ended. A new one may be possible. */
  | { name: 'stopped' };

type Unrecorded = Extract<FinalEnd, { state: 'unrecorded' }>;

/** Where a payment is. What the server and Stripe know besides is in checkout-screen.ts. */
export type CheckoutState =
  | Open
  /** A try goes on. The card form takes the focus for a new refusal only, so it still knows the last one. */
  | { name: 'paying'; after: Open }
  /** Paid, but the server did not answer. */
  | { name: 'unrecorded'; end: Unrecorded }
  /** The payment is recorded again. */
  | { name: 'recording'; end: Unrecorded }
  /** Nothing leads away from here. */
  | { name: 'over'; end: Exclude<FinalEnd, Unrecorded> };

export type CheckoutEvent =
  /** The person has chosen another card, or whether credit pays. */
  | { type: 'chose' }
  /** A try begins, or a payment is recorded again. */
  | { type: 'pay' }
  | { type: 'answered'; end: PaymentEnd };

export const CHOOSING = { name: 'choosing' } as const;

/** @returns the state after an event; the same one if the event does not belong to it */
export function nextCheckout(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (state.name) {
    case 'choosing':
    case 'declined':
    case 'stopped':
      if (event.type === 'chose') return CHOOSING;
      return event.type === 'pay' ? { name: 'paying', after: state } : state;
    case 'paying':
      return event.type === 'answered' ? readEnd(event.end) : state;
    case 'unrecorded':
      return event.type === 'pay' ? { name: 'recording', end: state.end } : state;
    case 'recording':
      return event.type === 'answered' ? readEnd(event.end) : state;
    case 'over':
      return state;
  }
}

function readEnd(end: PaymentEnd): CheckoutState {
  switch (end.state) {
    case 'refused':
      return { name: 'declined', message: end.message, isUncharged: end.isUncharged === true };
    case 'ended':
      return { name: 'stopped' };
    case 'unrecorded':
      return { name: 'unrecorded', end };
    case 'enrolled':
    case 'processing':
    case 'hidden':
    case 'refunded':
      return { name: 'over', end };
  }
}
