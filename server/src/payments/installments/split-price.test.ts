import { describe, expect, it } from 'vitest';
import { listDueDays, splitPrice } from './split-price.ts';

// Rules: R365.
it('a part is due on the same day of each month, or on the last one of a shorter month', () => {
  expect(listDueDays('2027-01-31', 4)).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ]);
  expect(listDueDays('2027-11-15', 3)).toEqual(['2027-11-15', '2027-12-15', '2028-01-15']);
  expect(listDueDays('2028-01-30', 2)).toEqual(['2028-01-30', '2028-02-29']);
});

describe('the parts of a price', () => {
  const days = ['2027-01-10', '2027-02-10', '2027-03-10'];
  const amounts = (price: number, deposit = 0) =>
    splitPrice(price, days, deposit).map(({ amount }) => amount);

  it('are equal, and the last one takes the rest', () => {
    expect(amounts(18_900)).toEqual([6300, 6300, 6300]);
    expect(amounts(10_000)).toEqual([3334, 3333, 3333]);
    expect(amounts(9_999, 5_000)).toEqual([5000, 2499, 2500]);
  });

  it('are never more than the price together, nor too small for a card', () => {
    expect(amounts(4_900, 5_000)).toEqual([4900]);
    expect(amounts(5_080, 5_000)).toEqual([5080]);
    expect(amounts(120)).toEqual([120]);
    for (let price = 1; price < 2_000; price += 7)
      for (const deposit of [0, 49, 50, 333, 1_500]) {
        const all = amounts(price, deposit);
        expect(all.reduce((sum, one) => sum + one, 0)).toBe(price);
        if (all.length > 1) expect(Math.min(...all)).toBeGreaterThanOrEqual(50);
      }
  });

  it('are one if the school has no plan', () => {
    expect(splitPrice(18_900, ['2027-01-10'], 0)).toEqual([{ due: '2027-01-10', amount: 18_900 }]);
  });
});
