import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { expect, test } from 'vitest';
import { formatDay } from '../../../lib/format.ts';
import { sayCancellation } from './free-cancellation.tsx';

const campClass = { price: 100, camp_start: '2027-06-07' };

// Rules: R241.
test.each([
  ['2027-05-24', `Free cancellation until ${formatDay('2027-05-24')}`],
  ['2027-05-25', `Cancel until ${formatDay('2027-06-04')} and get $50 back`],
  ['2027-06-05', 'No refund if you cancel'],
])('on %s, the usual policy says: %s', (today, text) => {
  expect(sayCancellation(DEFAULT_REFUND_TERMS, campClass, today)).toBe(text);
});

test('a policy with a fee is not called free', () => {
  const steps = [{ daysBefore: 7, percent: 100, fee: 1_000 }];
  expect(sayCancellation({ version: 1, steps }, campClass, '2027-05-01')).toBe(
    `Cancel until ${formatDay('2027-05-31')} and get $90 back`,
  );
});
