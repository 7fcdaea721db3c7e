import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { SavedCardFacts } from '@speakifyr/contract/installments.ts';
import type { Stripe } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { type CheckoutFacts, findScreen } from './checkout-screen.ts';
import { type CheckoutState, CHOOSING } from './checkout-state.ts';

const stripe = {} as Stripe;
const seat = { _id: '1'.repeat(24), state: 'held' } as CartItem;
const otherSeat = { _id: '2'.repeat(24), state: 'held' } as CartItem;
const card = { cardId: 'pm_1' } as SavedCardFacts;
const refusal = { code: 'seat_not_held', message: 'The hold has ended.' } as const;
const paying: CheckoutState = { name: 'paying', after: CHOOSING };
const declined: CheckoutState = { name: 'declined', message: 'Declined.', isUncharged: true };

const ready: CheckoutFacts = {
  courses: [seat],
  held: [seat],
  price: 49,
  priceNow: 49,
  known: undefined,
  refusal: undefined,
  creditUsed: 0,
  isCreditAlone: false,
  isCreditLoading: false,
  isSavedCardLoading: false,
  savedCard: undefined,
  stripe: { data: stripe, isError: false },
};
const nothingLoaded: Partial<CheckoutFacts> = { stripe: { data: undefined, isError: false } };

function see(facts: Partial<CheckoutFacts>, state: CheckoutState = CHOOSING): string {
  return findScreen(state, { ...ready, ...facts }).name;
}

test('once everything is loaded, the card form is there, and stays for a try and after a refusal', () => {
  expect(see(nothingLoaded)).toBe('loading');
  expect(see({ isCreditLoading: true })).toBe('loading');
  expect(see({ isSavedCardLoading: true })).toBe('loading');
  for (const state of [CHOOSING, paying, declined, { name: 'stopped' } as const])
    expect(see({}, state)).toBe('card form');
  expect(see({ stripe: { data: undefined, isError: true } })).toBe('no card form');
});

test('a saved card is offered in place of the form', () => {
  expect(see({ savedCard: card })).toBe('saved card');
});

test('credit needs no card if it pays all, or all that is paid at once', () => {
  const noStripe = { stripe: { data: undefined, isError: true } };
  expect(see({ ...noStripe, creditUsed: 4900 })).toBe('credit');
  expect(see({ ...noStripe, creditUsed: 1000, isCreditAlone: true })).toBe('credit');
  expect(see({ creditUsed: 1000 })).toBe('card form');
});

test('what the person must know first comes before paying: seats, then the price, then the refusal', () => {
  const all = { courses: [seat, otherSeat], priceNow: 59, refusal };
  expect(see(all)).toBe('seats gone');
  expect(see({ ...all, held: [seat, otherSeat] })).toBe('price changed');
  expect(see({ refusal })).toBe('refused');
  // Without any seat, the server's refusal says more.
  expect(see({ held: [], refusal })).toBe('refused');
});

test('a class that has become free is no change of the price: there is nothing to pay', () => {
  expect(findScreen(CHOOSING, { ...ready, priceNow: 0 })).toMatchObject({
    name: 'card form',
    isFree: true,
  });
  expect(see({ priceNow: 0, isCreditLoading: true })).toBe('card form');
});

test('while a try goes on, news of seats and prices waits', () => {
  const news = { courses: [seat, otherSeat], priceNow: 59, refusal };
  expect(see(news, paying)).toBe('card form');
  expect(findScreen(paying, { ...ready, priceNow: 0 })).toMatchObject({ isFree: false });
});

test('an end takes the place of everything, also while a payment is recorded again', () => {
  const end = {
    state: 'unrecorded',
    paid: { state: 'paid', transactionId: 'pi_1', status: 'succeeded' },
  } as const;
  const news = { ...nothingLoaded, held: [], priceNow: 59, refusal };
  for (const name of ['unrecorded', 'recording'] as const)
    expect(findScreen({ name, end }, { ...ready, ...news })).toEqual({ name: 'over', end });
  const refunded = { state: 'refunded', message: 'Somebody else has the seat.' } as const;
  expect(findScreen({ name: 'over', end: refunded }, { ...ready, ...news })).toEqual({
    name: 'over',
    end: refunded,
  });
});

test('a bank that works on an earlier visit’s payment is an end, even once the hold is over', () => {
  const processing = { name: 'over', end: { state: 'processing' } };
  expect(findScreen(CHOOSING, { ...ready, known: { state: 'processing' } })).toEqual(processing);
  const courses = [{ ...seat, state: 'processing' as const }];
  expect(findScreen(CHOOSING, { ...ready, courses, held: [], refusal })).toEqual(processing);
  // During a payment its own answer counts.
  expect(see({ courses }, paying)).toBe('card form');
  expect(see({ courses: [...courses, otherSeat], held: [...courses, otherSeat] })).toBe(
    'card form',
  );
});

test('an earlier visit’s payment that was refused, ended or paid leaves the form', () => {
  const paid = { state: 'paid', transactionId: 'pi_1', status: 'succeeded' } as const;
  for (const known of [paid, { state: 'ended' }, { state: 'refused', message: 'No.' }] as const)
    expect(see({ known })).toBe('card form');
});
