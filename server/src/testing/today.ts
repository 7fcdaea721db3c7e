import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { addDays, formatIsoDay } from '../school-time.ts';

/*
 * Test data takes its days from here, relative to today: a fixed date would someday be in the past, and the tests would
 * fail.
 */

/**
 * @returns the day this many days from today, as yyyy-mm-dd; a negative number is in the past. Today is the school's
 *   day, as the server counts, unless a test gives its school another time zone.
 */
export function inDays(days: number): string {
  return addDays(formatIsoDay(new Date(), FIRST_SCHOOL.timeZone), days);
}

/**
 * @returns the days of a class in this week, which begins a month from today. Somebody may hold unpaid seats only of
 *   classes in different weeks.
 */
export function inWeek(number: number): { camp_start: string; camp_end: string } {
  return { camp_start: inDays(30 + 7 * number), camp_end: inDays(34 + 7 * number) };
}

/** @returns a day of next year; for tests that need days in one month, such as '06-04' and '06-11' */
export function nextYear(monthAndDay: string): string {
  return `${new Date().getUTCFullYear() + 1}-${monthAndDay}`;
}
