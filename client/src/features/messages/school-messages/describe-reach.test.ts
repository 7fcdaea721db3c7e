import { expect, test } from 'vitest';
import { describeReach } from './describe-reach.ts';

const ON_PAGE = 'on their Messages page.';

test.each([
  [12, 0, '12 people get this, each of them once.'],
  [
    12,
    1,
    `12 people get this, each of them once. 1 of them turned news off and only sees it ${ON_PAGE}`,
  ],
  [
    12,
    2,
    `12 people get this, each of them once. 2 of them turned news off and only see it ${ON_PAGE}`,
  ],
  [
    2,
    2,
    `2 people get this, each of them once. All of them turned news off and only see it ${ON_PAGE}`,
  ],
  [1, 0, '1 person gets this.'],
  [1, 1, `1 person gets this. They turned news off and only see it ${ON_PAGE}`],
])('%i people, of whom %i turned news off', (recipients, withoutMail, text) => {
  expect(describeReach({ recipients, families: recipients, withoutMail, toCall: 0 })).toBe(text);
});

test('two guardians of one family are two people', () => {
  expect(describeReach({ recipients: 12, families: 9, withoutMail: 0, toCall: 0 })).toBe(
    '12 people in 9 families get this, each of them once.',
  );
});
