import { SCHOOL } from './school.ts';

/** Days are yyyy-mm-dd. Counted in UTC, so that days of 23 or 25 hours don't matter. */

const DAY_MS = 24 * 60 * 60_000;

/** The day that is some days later, or earlier if negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** How many days lie between two days. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** By their numbers: 0 is Sunday. */
export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** The first day of a day's week, as the school begins its weeks. R627 */
export function findWeekStart(day: string): string {
  const first = WEEKDAYS.indexOf(SCHOOL.weekStart);
  return addDays(day, -((new Date(day).getUTCDay() - first + 7) % 7));
}

/**
 * The season of a class: the year in which it starts. Camps are in summer, so the school means nothing else by it. R581
 * @param start yyyy-mm-dd; empty if there is no class
 */
export function seasonOf(start: string): string {
  return start.slice(0, 4);
}
