import { expect, test } from 'vitest';
import { describeChanges, listChanges } from './describe-change.ts';

test('unchanged values are left out', () => {
  const before = { sit: 8, price: 49, course_tag: 'SAI' };

  expect(listChanges({ before, after: { ...before, price: 59.5 } })).toEqual([
    { label: 'Price', before: '49 tk', value: '59.50 tk' },
  ]);
});

test('a value known on one side only is shown without an arrow', () => {
  expect(listChanges({ before: { name: 'Nora', role: 'student' }, after: null })).toEqual([
    { label: 'Name', value: 'Nora' },
    { label: 'Role', value: 'student' },
  ]);
});

test('days, pictures and instructors are written for a person', () => {
  const before = { camp_start: '2027-07-05', image: '/pictures/old.webp', instructor: null };
  const after = {
    camp_start: '2027-07-12',
    image: 'https://images.test/new.webp',
    instructor: { name: 'Maren Solbakk', email: 'maren@speakifyr.test' },
  };

  expect(listChanges({ before, after })).toEqual([
    { label: 'Start', before: '05/07/2027', value: '12/07/2027' },
    { label: 'Picture', before: 'old.webp', value: 'new.webp' },
    { label: 'Instructor', before: 'none', value: 'Maren Solbakk' },
  ]);
});

test('a moment is written in the school’s time zone', () => {
  const moment = new Date('2027-07-04T19:05Z');

  expect(listChanges({ before: { heldUntil: moment.toISOString() }, after: null })).toEqual([
    { label: 'Held until', value: '05/07/2027 1:05 AM Dhaka time' },
  ]);
});

test('a refund’s amount is in cents, and in the currency that was charged', () => {
  const before = { email: 'nora@speakifyr.test', amount: 4_950, currency: 'usd' };

  expect(listChanges({ before, after: { status: 'refunded' } })).toContainEqual({
    label: 'Amount',
    value: '$49.50 USD',
  });
});

test('a message to a class is there with its subject, its text and who wrote it', () => {
  const after = { subject: 'Bring a hat', text: 'It will be sunny.', from: 'Maren Solbakk' };

  expect(describeChanges({ before: null, after })).toBe(
    'Subject: Bring a hat; Message: It will be sunny.; From: Maren Solbakk',
  );
});
