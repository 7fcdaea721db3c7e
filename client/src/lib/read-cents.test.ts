import { expect, test } from 'vitest';
import { readCents, writeCents } from './read-cents.ts';

test('an amount is read with a point or a comma', () => {
  expect(['49', ' 49.5 ', '49,50', '0', '0.07', '1.1'].map(readCents)).toEqual([
    4_900, 4_950, 4_950, 0, 7, 110,
  ]);
});

test('what is no amount is not guessed', () => {
  for (const text of ['', 'abc', '-5', '1.234', '1,234.50', '5 USD', '1e3', '.5'])
    expect(readCents(text), text).toBeUndefined();
});

test('an amount is written as it is read', () => {
  for (const cents of [0, 5, 4_900, 4_950, 999_999])
    expect(readCents(writeCents(cents))).toBe(cents);
});
