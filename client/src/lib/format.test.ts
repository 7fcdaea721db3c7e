import { expect, test } from 'vitest';
import {
  formatClock,
  formatDay,
  formatDollars,
  formatMonth,
  formatPrice,
  formatTaka,
} from './format.ts';

test('cents are shown if there are any', () => {
  expect(formatDollars(49)).toBe('$49');
  expect(formatDollars(89.5)).toBe('$89.50');
  expect(formatDollars(1_249)).toBe('$1,249');
  expect(formatDollars(1_234_567.891)).toBe('$1,234,567.89');
  expect(formatTaka(49)).toBe('49 tk');
  expect(formatTaka(0.07)).toBe('0.07 tk');
});

test('a price of 0 reads Free, a sum of 0 is a number', () => {
  expect(formatDollars(0)).toBe('Free');
  expect(formatPrice(0)).toBe('Free');
  expect(formatPrice(49)).toBe('49 tk');
  expect(formatTaka(0)).toBe('0 tk');
});

test('a day is dd/mm/yyyy', () => {
  expect(formatDay('2027-06-07')).toBe('07/06/2027');
  expect(formatDay(new Date(2027, 5, 7, 23, 59))).toBe('07/06/2027');
});

test('the clock has twelve hours', () => {
  expect(formatClock(new Date(2027, 5, 7, 0, 5))).toBe('12:05 AM');
  expect(formatClock(new Date(2027, 5, 7, 21, 5))).toBe('9:05 PM');
});

test('a month is written with its name', () => {
  expect(formatMonth('2027-06')).toBe('June 2027');
});
