import { findAge, fitsAges } from '@speakifyr/contract/age.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

// Rules: R99.
it('an age counts full years: a child is older on its birthday', () => {
  expect(findAge('2020-07-05', '2026-07-04')).toBe(5);
  expect(findAge('2020-07-05', '2026-07-05')).toBe(6);
  expect(findAge('2020-07-05', '2026-07-06')).toBe(6);
  expect(findAge('2020-07-05', '2020-07-05')).toBe(0);
  expect(findAge('2020-07-05', '2020-01-01')).toBe(0);
});

it('a person born on February 29 turns a year older on March 1 in other years', () => {
  expect(findAge('2020-02-29', '2026-02-28')).toBe(5);
  expect(findAge('2020-02-29', '2026-03-01')).toBe(6);
  expect(findAge('2020-02-29', '2024-02-29')).toBe(4);
});

it('a class for ages 3 to 5 excludes a child who turns 6 on or before its first day', () => {
  const campClass = { ageFrom: 3, ageTo: 5, camp_start: '2026-07-05' };
  expect(fitsAges('2020-07-05', campClass)).toBe(false);
  expect(fitsAges('2020-07-04', campClass)).toBe(false);
  expect(fitsAges('2020-07-06', campClass)).toBe(true);
  expect(fitsAges('2023-07-05', campClass)).toBe(true);
  expect(fitsAges('2023-07-06', campClass)).toBe(false);
});

it('a class without ages is for everybody', () => {
  const open = { ageFrom: null, ageTo: null, camp_start: '2026-07-05' };
  expect(fitsAges('2026-07-04', open)).toBe(true);
  expect(fitsAges('1930-07-04', open)).toBe(true);
});

it('an age is the number of birthdays since the birth, on any two days', () => {
  const day = fc.date({
    min: new Date('1970-01-01T00:00:00Z'),
    max: new Date('2099-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  const iso = (date: Date) => date.toISOString().slice(0, 10);
  fc.assert(
    fc.property(day, day, (one, other) => {
      const [birth, on] = one < other ? [one, other] : [other, one];
      let birthdays = 0;
      const next = () =>
        // February 29 of a year without it is March 1.
        new Date(
          Date.UTC(birth.getUTCFullYear() + birthdays + 1, birth.getUTCMonth(), birth.getUTCDate()),
        );
      while (iso(next()) <= iso(on)) birthdays += 1;
      expect(findAge(iso(birth), iso(on))).toBe(birthdays);
    }),
  );
});
