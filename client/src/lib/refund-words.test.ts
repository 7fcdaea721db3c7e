import { DEFAULT_REFUND_TERMS, findLastDay } from '@speakifyr/contract/refund-terms.ts';
import { expect, test } from 'vitest';
import { nameShare, summarizeTerms } from './refund-words.ts';

test('before a payment, the sentence has the days of the class, and leaves out what is over', () => {
  const say = (today: string) =>
    summarizeTerms(DEFAULT_REFUND_TERMS, { campStart: '2026-08-17', today });
  expect(say('2026-08-03')).toBe(
    'If you cancel, you get back everything until Mon 3 August, 50% until Fri 14 August, and nothing after that.',
  );
  expect(say('2026-08-04')).toBe(
    'If you cancel, you get back 50% until Fri 14 August, and nothing after that.',
  );
  expect(say('2026-08-15')).toBe('If you cancel, there is no refund.');
});

test('for several classes, the days are counted from the start of each', () => {
  expect(summarizeTerms(DEFAULT_REFUND_TERMS)).toBe(
    'If you cancel, you get back everything until 14 days before the first day, 50% until 3 days before the first day, and nothing after that.',
  );
});

test('without periods, nothing comes back', () => {
  expect(summarizeTerms({ version: 1, steps: [] })).toBe('If you cancel, there is no refund.');
});

test('a fee is named in the currency of the payment', () => {
  expect(nameShare({ percent: 100, fee: 1_000 }, 'EUR')).toBe('everything minus a fee of €10');
  expect(nameShare({ percent: 30, fee: 550 }, 'EUR')).toBe('30% minus a fee of €5.50');
});

test('a period that would reach into the class ends the day before it', () => {
  expect(findLastDay(0, '2027-03-01')).toBe('2027-02-28');
});
