import { formatAges, formatHours } from '@speakifyr/contract/format.ts';
import { expect, test } from 'vitest';

test.each([
  [8, 12, 'Ages 8–12'],
  [8, null, 'Ages 8 and up'],
  [null, 12, 'Ages up to 12'],
  [8, 8, 'Age 8'],
  [0, 3, 'Ages 0–3'],
  [null, null, undefined],
])('ages from %s to %s', (ageFrom, ageTo, text) => {
  expect(formatAges({ ageFrom, ageTo })).toBe(text);
});

test.each([
  ['09:00', '15:30', '9:00 AM – 3:30 PM'],
  ['00:15', '12:00', '12:15 AM – 12:00 PM'],
  ['09:00', null, 'From 9:00 AM'],
  [null, '15:00', 'Until 3:00 PM'],
  [null, null, undefined],
])('daily hours from %s to %s', (dailyStart, dailyEnd, text) => {
  expect(formatHours({ dailyStart, dailyEnd })).toBe(text);
});
