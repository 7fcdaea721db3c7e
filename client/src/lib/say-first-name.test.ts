import { expect, test } from 'vitest';
import { sayFirstName } from './say-first-name.ts';

// Rules: R535.
test('a family reads first names, unless two children share one', () => {
  expect(sayFirstName('Mia Kaplan')).toBe('Mia');
  expect(sayFirstName('Mia Kaplan', ['Mia Kaplan', 'Tom Kaplan'])).toBe('Mia');
  expect(sayFirstName('Li Wei', ['Li Na', 'Li Wei'])).toBe('Li Wei');
  expect(sayFirstName('Kaplan, Mia')).toBe('Kaplan, Mia');
  expect(sayFirstName('Mia')).toBe('Mia');
});
