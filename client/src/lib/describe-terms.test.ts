import { describeTerms } from '@speakifyr/contract/describe-terms.ts';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { expect, test } from 'vitest';

test('the usual policy is three sentences', () => {
  expect(describeTerms(DEFAULT_REFUND_TERMS, 'USD')).toEqual([
    'If you cancel up to 14 days before the class starts, you get all of your money back.',
    'After that, up to 3 days before the class starts, you get 50% of your money back.',
    'After that, there is no refund.',
  ]);
});

test('a fee is named, and one day is not “1 days”', () => {
  const steps = [
    { daysBefore: 1, percent: 100, fee: 1_050 },
    { daysBefore: 0, percent: 20, fee: 0 },
  ];
  expect(describeTerms({ version: 1, steps }, 'usd')).toEqual([
    'If you cancel up to 1 day before the class starts, you get all of your money back, minus a fee of $10.50 USD.',
    'After that, up to the day before the class starts, you get 20% of your money back.',
    'After that, there is no refund.',
  ]);
});

test('a policy without periods gives nothing back', () => {
  expect(describeTerms({ version: 2, steps: [] }, 'USD')).toEqual([
    'If you cancel, there is no refund.',
  ]);
});
