import { expect, test } from 'vitest';
import { findUsable } from './usable-credit.ts';

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
