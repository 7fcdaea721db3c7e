import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { expect, test } from 'vitest';
import { describeOverlaps, findOverlaps } from './find-overlaps.ts';
import { listOwnCamps, type OwnCamp } from './own-camps.ts';

const sailing = { _id: 'sailing', camp_start: '2027-08-02', camp_end: '2027-08-06' };

function overlapsWith(camp_start: string, camp_end: string): boolean {
  const own: OwnCamp = { classId: 'chess', name: 'Chess', camp_start, camp_end };
  return findOverlaps(sailing, [own]).length > 0;
}

// Rules: R9.
test.each([
  ['the same days', '2027-08-02', '2027-08-06'],
  ['days within', '2027-08-03', '2027-08-04'],
  ['days around', '2027-07-01', '2027-08-31'],
  ['an end on the first day', '2027-07-26', '2027-08-02'],
  ['a start on the last day', '2027-08-06', '2027-08-13'],
])('%s overlap', (_what, start, end) => {
  expect(overlapsWith(start, end)).toBe(true);
});

test.each([
  ['the day before', '2027-07-26', '2027-08-01'],
  ['the day after', '2027-08-07', '2027-08-13'],
])('a class that ends or starts %s does not overlap', (_what, start, end) => {
  expect(overlapsWith(start, end)).toBe(false);
});

test('a class does not overlap with itself', () => {
  const own = { classId: 'sailing', name: 'Sailing', ...sailing };
  expect(findOverlaps(sailing, [own])).toEqual([]);
});

test('held and paid classes both count', () => {
  const days = { camp_start: '2027-08-02', camp_end: '2027-08-06' };
  const held = { classId: '1', name: 'Chess', ...days } as CartItem;
  const paid = { classId: '2', classData: { name: 'Guitar' }, ...days } as EnrolledClass;

  expect(listOwnCamps([held], [paid])).toEqual([
    { classId: '1', name: 'Chess', ...days, isUnpaid: true },
    { classId: '2', name: 'Guitar', ...days },
  ]);
});

test('the text names each class with its dates', () => {
  const chess = { classId: '1', name: 'Chess', camp_start: '2027-08-02', camp_end: '2027-08-06' };
  const guitar = { ...chess, name: 'Guitar', camp_end: '2027-08-13' };

  expect(describeOverlaps([chess])).toBe('overlaps with Chess (Mon 2 – Fri 6 August 2027)');
  expect(describeOverlaps([chess, guitar])).toBe(
    'overlaps with Chess (Mon 2 – Fri 6 August 2027) and Guitar (Mon 2 – Fri 13 August 2027)',
  );
});
