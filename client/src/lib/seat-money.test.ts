import { expect, test } from 'vitest';
import { buildEnrolledPerson } from '../testing/factories.ts';
import { readSeatMoney } from './seat-money.ts';

const owed = [{ due: '2027-06-15', amount: 4_900 }];
const coPay = { name: 'Ben', amount: 4_900 };

// Rules: R557.
test.each([
  ['paid', { price: 99, left: 9_900 }],
  ['partly paid', { price: 99, left: 5_000, owed }],
  ['not paid', { price: 49, left: 0, owed }],
  // The other household owes the rest, and this family’s page does not have it.
  ['partly paid', { price: 99, left: 5_000, coPay }],
  ['partly refunded', { price: 99, left: 2_500 }],
  ['free', { price: 0, left: 0 }],
])('a seat is %s', (state, changes) => {
  expect(readSeatMoney(buildEnrolledPerson(changes)).state).toBe(state);
});

test('the price of a seat is what was paid and what is owed', () => {
  const money = readSeatMoney(buildEnrolledPerson({ price: 99, left: 5_000, owed }));
  expect(money).toMatchObject({ price: 9_900, paid: 5_000, owed: 4_900 });
});
