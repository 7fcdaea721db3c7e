import { expect, test } from 'vitest';
import { describeChanges, listChanges } from './describe-change.ts';

// Rules: R434.
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
    { label: 'Start', before: 'Mon 5 July 2027', value: 'Mon 12 July 2027' },
    { label: 'Picture', before: 'old.webp', value: 'new.webp' },
    { label: 'Instructor', before: 'none', value: 'Maren Solbakk' },
  ]);
});

test('a moment is written in the school’s time zone', () => {
  const moment = new Date('2027-07-04T19:05Z');

  expect(listChanges({ before: { heldUntil: moment.toISOString() }, after: null })).toEqual([
    { label: 'Held until', value: 'Mon 5 July 2027 1:05 AM Dhaka time' },
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

test('a canceled seat says in whole amounts what was paid, what goes back, and why', () => {
  const before = { email: 'ada@speakifyr.test', paid: 24_900 };
  const after = { refund: 12_450, kept: 12_450, reason: 'canceled by admin', note: 'Broken leg' };

  expect(describeChanges({ before, after })).toBe(
    'Email: ada@speakifyr.test; Paid: 249; Refund: 124.50; Kept: 124.50; Reason: canceled by admin; Note: Broken leg',
  );
});

test('a changed refund policy is written as its periods', () => {
  const before = { steps: [{ daysBefore: 14, percent: 100, fee: 0 }] };
  const after = { steps: [{ daysBefore: 7, percent: 80, fee: 550 }] };

  expect(listChanges({ before, after })).toEqual([
    {
      label: 'Periods',
      before: 'until 14 days before: 100%',
      value: 'until 7 days before: 80%, minus 5.50',
    },
  ]);
  expect(listChanges({ before: { steps: [] }, after })).toMatchObject([{ before: 'no refund' }]);
});

test('changed extras are written in words', () => {
  const shirt = {
    ...{ id: '1', label: 'T-shirt', price: 1_500, per: 'once', options: ['S', 'M'] },
    ...{ capacity: 20, isRefundable: false, classIds: ['a'] },
  };
  const lunch = {
    ...{ id: '2', label: 'Lunch', price: 800, per: 'day', options: [] },
    ...{ capacity: null, isRefundable: true, classIds: [] },
  };
  const before = { extras: [lunch] };
  expect(listChanges({ before, after: { extras: [{ ...lunch, price: 900 }, shirt] } })).toEqual([
    { label: 'Extra', before: 'Lunch: 8 tk a day', value: 'Lunch: 9 tk a day' },
    {
      label: 'Extra added',
      value: 'T-shirt: 15 tk, S or M, not refunded, for 20 seats of a class, for 1 class',
    },
  ]);
});

test('changed discounts are written in words, without those that stayed', () => {
  const rule = {
    ...{ id: '1', kind: 'sibling', label: 'Siblings', percent: 10, amount: null },
    ...{ until: null, from: 2, classIds: [], stacks: false },
  };
  const early = {
    ...rule,
    id: '2',
    kind: 'early',
    label: 'Early',
    until: '2027-05-01',
    from: null,
  };
  const old = { ...rule, id: '3', kind: 'weeks', label: 'Weeks', percent: null, amount: 500 };
  const some = { ...rule, id: '4', label: 'Two', classIds: ['a'] };
  const stays = { ...rule, id: '5' };
  const before = { discounts: [stays, rule, old, some] };
  const after = {
    discounts: [stays, { ...rule, percent: 15, stacks: true }, { ...some, classIds: ['b'] }, early],
  };

  expect(listChanges({ before, after })).toEqual([
    { label: 'Discount removed', value: 'Weeks: $5 off from a child’s second class on' },
    {
      label: 'Discount',
      before: 'Siblings: 10% off from the second child on',
      value: 'Siblings: 15% off from the second child on, combines with others',
    },
    {
      label: 'Discount',
      before: 'Two: 10% off from the second child on, for 1 class',
      value: 'for other classes',
    },
    { label: 'Discount added', value: 'Early: 10% off through Sat 1 May 2027' },
  ]);
});

test('a refund that was settled in another way says how', () => {
  const after = { paidOtherwise: 8_000, note: 'Bank transfer' };
  expect(describeChanges({ before: null, after })).toBe(
    'Paid in another way: 80; Note: Bank transfer',
  );
});

test('children are named while they exist, and several values are one text', () => {
  const after = {
    children: [{ _id: '1'.repeat(24), name: 'Ada' }, '2'.repeat(24)],
    corrected: ['name', 'birthDate'],
  };
  expect(describeChanges({ before: null, after })).toBe(
    `Children: Ada, ${'2'.repeat(24)}; Corrected: name, birthDate`,
  );
});

// Rules: R36.
test('of a part, such as the money of the school, each change is in words; what was only not there yet is left out', () => {
  const text = 'We sail on the lake every morning, and in the afternoon we read. '.repeat(3);
  const before = {
    money: { installments: 3, reminderDays: [-3, 1, 7], isAdded: null },
    tax: {},
    texts: { about: `${text}Bring a hat.`, terms: `${text}\n` },
    mail: { words: {}, signature: '' },
    holidays: [],
  };
  const after = {
    money: { installments: 4, reminderDays: [-2, 1, 6], isAdded: null },
    tax: { extras: null, isAdded: false },
    texts: { about: `${text}Bring two hats.`, terms: text },
    textVersions: {},
    mail: { words: { 'seat held': { before: 'Soon!', after: '' } }, signature: 'Bye' },
    holidays: [{ from: '2027-06-16', to: '2027-06-16', name: 'Founders’ Day' }],
  };
  expect(listChanges({ before, after })).toEqual([
    { label: 'Money, installments', before: '3', value: '4' },
    { label: 'Money, reminder days', before: '-3, 1, 7', value: '-2, 1, 6' },
    {
      label: 'Texts, about',
      before: '…the afternoon we read. Bring a hat.',
      value: '…the afternoon we read. Bring two hats.',
    },
    { label: 'Mail, words, seat held, before', before: 'none', value: 'Soon!' },
    { label: 'Mail, signature', before: 'none', value: 'Bye' },
    { label: 'Holidays', before: 'none', value: 'Wed 16 June 2027 (Founders’ Day)' },
  ]);
  // A file has the whole text.
  expect(describeChanges({ before, after })).toContain(`${text}Bring two hats.`);
});
