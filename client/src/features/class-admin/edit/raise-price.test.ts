import { expect, test } from 'vitest';
import { raisePrice, readPercent } from './raise-price.ts';

// Rules: R599.
test.each([
  // price, percent, whole unit, cent
  [100, 5, 105, 105],
  [89.5, 5, 94, 93.98],
  [89.4, 0.1, 89.4, 89.49],
  [49, 3.5, 51, 50.72],
  [10, 5, 11, 10.5],
  [0.5, 100, 1, 1],
  [0, 50, 0, 0],
  [89.5, 0, 89.5, 89.5],
])('%d raised by %d percent is %d, or to the cent %d', (price, percent, whole, cents) => {
  expect(raisePrice(price, percent, true)).toBe(whole);
  expect(raisePrice(price, percent, false)).toBe(cents);
});

test('a percentage is read with a point or a comma, and nothing else is one', () => {
  expect(['', ' 5 ', '3,5', '3.5%', '100'].map(readPercent)).toEqual([0, 5, 3.5, 3.5, 100]);
  expect(['100.1', '-5', '5.25', 'five', '1e2'].map(readPercent)).toEqual(Array(5).fill(undefined));
});
