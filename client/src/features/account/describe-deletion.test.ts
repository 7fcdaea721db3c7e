import { expect, test } from 'vitest';
import { describeDeletion } from './describe-deletion.ts';

const camp = (name: string, camp_end: string) => ({
  camp_end,
  classData: { name, image: '/pictures/classes/sailing.webp', instructor: 'Maren Solbakk' },
});
const today = new Date('2027-07-09T12:00:00Z');

test('who has paid for a camp that is not over is told which, and what they lose', () => {
  const text = describeDeletion([camp('Kites', '2027-07-09'), camp('Knots', '2027-07-08')], today);
  expect(text).toMatch(/You have paid for: Kites \(to 09\/07\/2027\)\./);
  expect(text).toMatch(/no money is returned/);
  expect(text).not.toMatch('Knots');
});

test('others are told what is deleted and what stays', () => {
  const text = describeDeletion([], today);
  expect(text).toMatch(/^Your name, photo and email are deleted/);
  expect(text).toMatch(/stay in the books, without your name/);
});
