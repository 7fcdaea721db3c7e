import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import type { SavedCardFacts } from '@speakifyr/contract/installments.ts';
import type { Stripe } from '@stripe/stripe-js';
import { isProcessing } from '../../../lib/cart-seats.ts';
import type { CardOutcome } from './card-outcome.ts';
import type { CheckoutState } from './checkout-state.ts';
import type { FinalEnd } from './use-payment.ts';

/** What the server and Stripe say, as far as it is known. */
export type CheckoutFacts = {
  courses: CartItem[];
  held: CartItem[];
  /** What the person agreed to, and what it costs now, in whole currency units. */
  price: number;
  priceNow: number;
  /** What became of a payment that an earlier visit began. */
  known: CardOutcome | undefined;
  /** Why the server takes no payment for these seats. */
  refusal: ErrorBody | undefined;
  /** What credit pays, in cents, and whether that is all that is paid at once. */
  creditUsed: number;
  isCreditAlone: boolean;
  isCreditLoading: boolean;
  isSavedCardLoading: boolean;
  /** The card to offer in place of an empty card form. */
  savedCard: SavedCardFacts | null | undefined;
  stripe: { data: Stripe | undefined; isError: boolean };
};

/** `isFree`: the class costs nothing since the page was opened. */
export type CheckoutScreen =
  | { name: 'over'; end: FinalEnd }
  | { name: 'seats gone' }
  | { name: 'price changed' }
  | { name: 'refused'; refusal: ErrorBody }
  | { name: 'credit'; isFree: boolean }
  | { name: 'no card form' }
  | { name: 'loading' }
  | { name: 'saved card'; card: SavedCardFacts; stripe: Stripe }
  | { name: 'card form'; stripe: Stripe; isFree: boolean };

/** @returns what to show. Nothing but an end takes the place of a card form while a try goes on. */
export function findScreen(state: CheckoutState, facts: CheckoutFacts): CheckoutScreen {
  const { courses, held, price, priceNow, refusal, stripe, savedCard } = facts;
  const end = findEnd(state, facts);
  if (end) return { name: 'over', end };
  const isIdle = state.name !== 'paying';
  const isFree = isIdle && priceNow === 0;
  if (isIdle && held.length > 0 && held.length < courses.length) return { name: 'seats gone' };
  if (isIdle && !isFree && priceNow !== price) return { name: 'price changed' };
  if (isIdle && refusal) return { name: 'refused', refusal };
  if (facts.creditUsed > 0 && (facts.isCreditAlone || facts.creditUsed === toCents(price)))
    return { name: 'credit', isFree };
  if (stripe.isError) return { name: 'no card form' };
  // The choice of credit is above the card: if it came later, it would push the card away while people type.
  const isChoiceLoading = facts.isSavedCardLoading || (facts.isCreditLoading && !isFree);
  if (!stripe.data || isChoiceLoading) return { name: 'loading' };
  if (savedCard) return { name: 'saved card', card: savedCard, stripe: stripe.data };
  return { name: 'card form', stripe: stripe.data, isFree };
}

function findEnd(state: CheckoutState, { known, courses }: CheckoutFacts): FinalEnd | undefined {
  if (state.name === 'unrecorded' || state.name === 'recording' || state.name === 'over')
    return state.end;
  if (known?.state === 'processing') return known;
  // After a reload, even once the hold is over. During a payment its own answer counts.
  return state.name !== 'paying' && courses.every(isProcessing)
    ? { state: 'processing' }
    : undefined;
}
