import { expect, test } from 'vitest';
import { describeTimeLeft, formatTimeLeft } from './time-left.ts';

const now = Date.parse('2026-05-04T10:00:00Z');

test('minutes count down, and look urgent from five minutes on', () => {
  expect(describeTimeLeft('2026-05-04T10:29:59Z', now)).toEqual({
    text: '29 min left',
    isShort: false,
    isOver: false,
  });
  expect(describeTimeLeft('2026-05-04T10:05:00Z', now).isShort).toBe(false);
  expect(describeTimeLeft('2026-05-04T10:04:59Z', now).isShort).toBe(true);
});

test('the last minute is written in words', () => {
  expect(describeTimeLeft('2026-05-04T10:00:59Z', now).text).toBe('Less than a minute left');
});

test('an offer has hours or days left', () => {
  expect(describeTimeLeft('2026-05-05T09:59:00Z', now).text).toBe('23 hours left');
  expect(describeTimeLeft('2026-05-06T10:00:00Z', now).text).toBe('2 days left');
});

test('a hold is over at the moment it ends', () => {
  expect(describeTimeLeft('2026-05-04T10:00:00Z', now).isOver).toBe(true);
});

test.each([
  ['2026-05-11T10:00:00Z', '7 days'],
  ['2026-05-05T10:00:00Z', '24 hours'],
  ['2026-05-04T11:59:59Z', '119:59'],
  ['2026-05-04T10:29:41Z', '29:41'],
  ['2026-05-04T10:00:05Z', '0:05'],
  ['2026-05-04T09:59:00Z', '0:00'],
])('a hold until %s has %s left', (heldUntil, left) => {
  expect(formatTimeLeft(heldUntil, now)).toBe(left);
});
