import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { afterEach, expect, test } from 'vitest';
import { findUsable } from './usable-credit.ts';

afterEach(() => setSchool(FIRST_SCHOOL));

test.each([
  [100_00, 0, 0],
  [100_00, 60_00, 60_00],
  [100_00, 100_00, 100_00],
  [100_00, 300_00, 100_00],
  // A card can't pay 20 cents.
  [100_00, 99_80, 99_50],
  [100_00, 99_50, 99_50],
  [50, 40, 0],
])('of %i cents, a credit of %i pays %i', (total, available, usable) => {
  expect(findUsable(total, available)).toBe(usable);
});

test('in crowns, what a card can pay is more', () => {
  setSchool({ ...FIRST_SCHOOL, currency: 'CZK' });
  expect(findUsable(100_00, 99_50)).toBe(85_00);
  expect(findUsable(100_00, 85_00)).toBe(85_00);
});
