import { describe, expect, it } from 'vitest';
import { findBrand, formatExpiry, formatNumber, validateInput } from './card-rules.ts';

const TODAY = new Date(2026, 6, 15);
const GOOD = { number: '4242 4242 4242 4242', expiry: '07 / 26', cvc: '123' };

describe('a card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424242424242429', '4242 4242 4242 4242'],
    ['4242-42 x42', '4242 4242'],
    ['', ''],
  ])('%s is shown as %s', (typed, shown) => expect(formatNumber(typed)).toBe(shown));

  it('tells its brand from the first digits on', () => {
    const brands = ['4', '4242', '55', ''].map(findBrand);
    expect(brands).toEqual(['visa', 'visa', 'unknown', 'unknown']);
  });
});

describe('an expiry date', () => {
  it.each([
    ['1', '1'],
    ['12', '12 / '],
    ['5', '05 / '],
    ['13', '01 / 3'],
    ['1228', '12 / 28'],
    ['12/2028', '12 / 28'],
    ['1/28', '01 / 28'],
    ['12 / 289', '12 / 28'],
    ['', ''],
  ])('typed as %s is shown as %s', (typed, shown) =>
    expect(formatExpiry(typed, false)).toBe(shown),
  );

  it('can be deleted past its slash', () => {
    expect(formatExpiry('12 /', true)).toBe('12');
    expect(formatExpiry('1', true)).toBe('1');
  });
});

describe('a card', () => {
  it('is good to the end of its month', () => {
    for (const name of ['number', 'expiry', 'cvc'] as const) {
      expect(validateInput(name, GOOD[name], TODAY)).toBeUndefined();
    }
  });

  it.each([
    ['number', '4242', 'Your card number is incomplete.'],
    ['number', '4242 4242 4242 4241', 'Your card number is invalid.'],
    ['expiry', '07', "Your card's expiration date is incomplete."],
    ['expiry', '06 / 26', "Your card's expiration date is in the past."],
    ['expiry', '07 / 25', "Your card's expiration year is in the past."],
    ['expiry', '07 / 99', "Your card's expiration year is invalid."],
    ['expiry', '00 / 28', "Your card's expiration date is invalid."],
    ['cvc', '12', "Your card's security code is incomplete."],
  ] as const)('with %s %s: %s', (name, value, message) => {
    expect(validateInput(name, value, TODAY)?.message).toBe(message);
  });
});
