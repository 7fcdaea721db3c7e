import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { expect, test } from 'vitest';
import { listMonths, listWeeks } from './list-months.ts';

test('lists the months from the first class to the last, across the end of a year', () => {
  expect(listMonths('2026-11-30', '2027-02-01')).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
    '2027-02',
  ]);
  expect(listMonths('2027-06-07', '2027-06-21')).toEqual(['2027-06']);
});

test('a wrong year does not make an endless list', () => {
  expect(listMonths('2027-06-07', '9999-06-07')).toHaveLength(36);
});

test('the weeks begin on Mondays', () => {
  // A Wednesday to a Monday.
  expect(listWeeks('2027-06-09', '2027-06-21')).toEqual(['2027-06-07', '2027-06-14', '2027-06-21']);
  expect(listWeeks('2027-06-07', '2027-06-11')).toEqual(['2027-06-07']);
  expect(listWeeks('2027-06-07', '9999-12-31')).toHaveLength(53);
});

// Rules: R627.
test.each([
  ['Sunday' as const, ['2027-06-13', '2027-06-20']],
  ['Saturday' as const, ['2027-06-12', '2027-06-19']],
])('the weeks of another school begin on %s', (weekStart, starts) => {
  setSchool({ ...FIRST_SCHOOL, weekStart });
  // A Wednesday to a Monday.
  expect(listWeeks('2027-06-16', '2027-06-21')).toEqual(starts);
  setSchool(FIRST_SCHOOL);
});
