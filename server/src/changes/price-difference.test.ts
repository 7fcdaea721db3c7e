import { findPriceDifference, quoteMove } from '@speakifyr/contract/price-difference.ts';
import { quoteParts } from '@speakifyr/contract/refund-parts.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { describe, expect, it } from 'vitest';

/** What a move to another class costs or refunds. Amounts are cents, prices whole currency units. */

const HALF: RefundTerms = { version: 1, steps: [{ daysBefore: 10, percent: 50, fee: 100 }] };
const ALL: RefundTerms = { version: 2, steps: [{ daysBefore: 3, percent: 100, fee: 0 }] };
const NOTHING: RefundTerms = { version: 3, steps: [] };
const DAYS = { campStart: '2027-06-21', today: '2027-06-01' };

describe('the difference in price', () => {
  it.each([
    ['a dearer class costs more', { from: 50, to: 150, left: 5000 }, 10_000],
    ['a free class to a paid one', { from: 0, to: 50, left: 0 }, 5000],
    ['the least that a card can pay is asked', { from: 50, to: 50.5, left: 5000 }, 50],
    ['less than that is waived', { from: 50, to: 50.49, left: 5000 }, 0],
    ['the same price costs nothing', { from: 50, to: 50, left: 5000 }, 0],
    ['a cheaper class gives back', { from: 150, to: 50, left: 15_000 }, -10_000],
    ['but only what is left above its price', { from: 150, to: 50, left: 8000 }, -3000],
    ['and nothing if less than its price is left', { from: 150, to: 50, left: 4000 }, 0],
    ['never more than the difference', { from: 60, to: 50, left: 15_000 }, -1000],
  ])('%s', (_case, prices, cents) => {
    expect(findPriceDifference(prices)).toBe(cents);
  });
});

describe('a move to a cheaper class', () => {
  it('gives the difference back as each payment’s own policy says, the first payment first', () => {
    const parts = [
      { paid: 5000, terms: HALF },
      { paid: 10_000, terms: ALL },
    ];
    expect(quoteMove({ from: 150, to: 80, parts, ...DAYS })).toEqual({
      refund: 2400 + 2000,
      kept: 2600,
      percent: 50,
      fee: 100,
      until: '2027-06-11',
      refunds: [2400, 2000],
      keeps: [2600, 0],
    });
  });

  it('gives nothing back and keeps nothing if the class is dearer', () => {
    const parts = [{ paid: 5000, terms: ALL }];
    const { refund, kept, refunds, keeps } = quoteMove({ from: 50, to: 150, parts, ...DAYS });
    expect({ refund, kept, refunds, keeps }).toEqual({
      refund: 0,
      kept: 0,
      refunds: [0],
      keeps: [0],
    });
  });
});

describe('canceling a seat with several payments', () => {
  it('takes the fee of a policy once, and splits what comes back over its payments', () => {
    const parts = [
      { paid: 1000, terms: HALF },
      { paid: 3000, terms: ALL },
      { paid: 5000, terms: HALF },
    ];
    expect(quoteParts({ parts, ...DAYS })).toEqual({
      refund: 2900 + 3000,
      kept: 3100,
      percent: 50,
      fee: 100,
      until: '2027-06-11',
      quotes: [
        {
          paid: 6000,
          terms: HALF,
          refund: 2900,
          kept: 3100,
          percent: 50,
          fee: 100,
          until: '2027-06-11',
        },
        {
          paid: 3000,
          terms: ALL,
          refund: 3000,
          kept: 0,
          percent: 100,
          fee: 0,
          until: '2027-06-18',
        },
      ],
      shares: [1000, 3000, 1900],
    });
  });

  it('names the first day on which less comes back, of those payments of which something is left', () => {
    const until = (...parts: { paid: number; terms: RefundTerms }[]) =>
      quoteParts({ parts, ...DAYS }).until;
    expect(until({ paid: 10, terms: ALL }, { paid: 10, terms: HALF })).toBe('2027-06-11');
    expect(until({ paid: 10, terms: ALL }, { paid: 0, terms: HALF })).toBe('2027-06-18');
    expect(until({ paid: 10, terms: NOTHING }, { paid: 10, terms: ALL })).toBe('2027-06-18');
    expect(until({ paid: 0, terms: ALL })).toBe('2027-06-18');
    expect(until({ paid: 10, terms: NOTHING })).toBeNull();
  });

  it('gives nothing back if nothing was paid', () => {
    expect(quoteParts({ parts: [], ...DAYS })).toEqual({
      refund: 0,
      kept: 0,
      percent: 0,
      fee: 0,
      until: null,
      quotes: [],
      shares: [],
    });
  });
});
