import { nameDate } from './format.ts';
import { FIRST_BIRTH_DATE } from './limits.ts';

/** The first day that anything of the school can be about, except that somebody was born. */
const FIRST_DAY = '2000-01-01';

/**
 * Which days a request can mean. Browsers don't hold people who type a day to `min` and `max`: the 20th of November 26
 * is sent as 0026-11-20. R548
 * - `born`: somebody was born
 * - `past`: something happened. Services refuse days that are still to come in their own words, by their own clock
 * - `any`: a class meets, money is due, a list begins; long ago or years ahead
 */
const RANGES = {
  born: { first: FIRST_BIRTH_DATE, yearsAhead: 0 },
  past: { first: FIRST_DAY, yearsAhead: 1 },
  any: { first: FIRST_DAY, yearsAhead: 10 },
};
export type DayRange = keyof typeof RANGES;

/** @returns the first and the last day that can be meant, yyyy-mm-dd, as a date input takes them */
export function readDayRange(range: DayRange): { min: string; max: string } {
  const { first, yearsAhead } = RANGES[range];
  // Somewhere it is tomorrow already.
  const last = new Date(Date.now() + 86_400_000);
  last.setUTCFullYear(last.getUTCFullYear() + yearsAhead);
  return { min: first, max: last.toISOString().slice(0, 10) };
}

/** @param day yyyy-mm-dd. @returns what is wrong with it, as a sentence; undefined if it can be meant */
export function findDayProblem(day: string, range: DayRange): string | undefined {
  const { min, max } = readDayRange(range);
  if (day >= min && day <= max) return undefined;
  return `Please enter a day between ${nameDate(min)} and ${nameDate(max)}.`;
}
