import { expect, test } from 'vitest';
import { describeDeletion } from './describe-deletion.ts';

const camp = (name: string, camp_end: string, price = 49) => ({
  camp_end,
  price,
  classData: { name, image: '/pictures/classes/sailing.webp', instructor: 'Maren Solbakk' },
});
const today = new Date('2027-07-09T12:00:00Z');

test('a student with a paid camp ahead reads which one it is, and what they lose', () => {
  const text = describeDeletion([camp('Kites', '2027-07-09'), camp('Knots', '2027-07-08')], today);
  expect(text).toMatch(/You have paid for: Kites \(to Fri 9 July 2027\)\./);
  expect(text).toMatch(/no refund/);
  expect(text).not.toMatch('Knots');
});

test('a student in a free class reads that others can have the seat, and nothing about a refund', () => {
  const text = describeDeletion([camp('Kites', '2027-07-09', 0)], today);
  expect(text).toMatch(/^You are enrolled for free in: Kites \(to Fri 9 July 2027\)\./);
  expect(text).not.toMatch(/paid|refund/);
});

test('other students read what is deleted and what stays', () => {
  const text = describeDeletion([], today);
  expect(text).toMatch(/^We delete your name, photo and email/);
  expect(text).toMatch(/We keep .* for our records, without your name/);
});
