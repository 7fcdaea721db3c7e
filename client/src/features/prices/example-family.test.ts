import type { Discount } from '@speakifyr/contract/prices.ts';
import { expect, test } from 'vitest';
import { findSteepDiscount } from './example-family.ts';

const CLASSES = [
  { _id: 'c'.repeat(24), name: 'Sailing', price: 100 },
  { _id: 'd'.repeat(24), name: 'Pottery', price: 40 },
  { _id: 'e'.repeat(24), name: 'Chess', price: 0 },
];
const TODAY = '2027-03-01';
const makeDiscount = (changes: Partial<Discount>): Discount => ({
  ...{ id: '1'.repeat(24), kind: 'sibling', label: 'Siblings', percent: null, amount: null },
  ...{ until: null, from: 2, classIds: [], stacks: false },
  ...changes,
});
const find = (after: Discount[], before: Discount[] = [], classes = CLASSES) =>
  findSteepDiscount(classes, before, after, TODAY);

// Rules: R434.
test('half the price is not less than half', () => {
  expect(find([makeDiscount({ percent: 50 })])).toBeUndefined();
  expect(find([makeDiscount({ percent: 51 })])).toMatchObject({ name: 'Sailing', price: 4_900 });
});

test('an amount may be too much for a cheap class only, and the most usual family is the example', () => {
  expect(find([makeDiscount({ amount: 2_500 })])).toEqual({
    ...{ name: 'Pottery', full: 4_000, price: 1_500 },
    seat: { child: 2, classOfChild: 1, isReturning: false },
  });
});

test('what is as cheap already is no news, and neither is what nobody of the example gets', () => {
  const cheap = makeDiscount({ percent: 60 });
  expect(find([{ ...cheap, label: 'Brothers and sisters' }], [cheap])).toBeUndefined();
  expect(find([makeDiscount({ percent: 60, from: 5 })])).toBeUndefined();
  const over = makeDiscount({ kind: 'early', percent: 60, from: null, until: '2027-02-28' });
  expect(find([over])).toBeUndefined();
});

test('a school without classes is asked with an example', () => {
  expect(find([makeDiscount({ percent: 60 })], [], [])).toMatchObject({
    name: 'a class',
    full: 20_000,
  });
});
