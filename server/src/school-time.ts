import { SCHOOL } from '@speakifyr/contract/school.ts';
import { TZDate } from '@date-fns/tz';
import { addDays } from '@speakifyr/contract/days.ts';
import type { Services } from './services.ts';

/** Dates and times in the formats of spec section 9, in the school's time zone. */

export { addDays };

export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * R64
 * @returns dd/mm/yyyy
 */
export function formatDay(date: Date, timeZone: string): string {
  return formatIsoDay(date, timeZone).split('-').reverse().join('/');
}

/** @returns yyyy-mm-dd */
export function formatIsoDay(date: Date, timeZone: string): string {
  return new TZDate(date, timeZone).toISOString().slice(0, 10);
}

/** @returns today in the school's time zone, yyyy-mm-dd */
export function readToday({ now }: Pick<Services, 'now'>): string {
  return formatIsoDay(now(), SCHOOL.timeZone);
}

/** A moment, and the school's day (yyyy-mm-dd) on which it is. */
export type Moment = { at: Date; day: string };

/** @returns now */
export function readMoment({ now }: Pick<Services, 'now'>): Moment {
  const at = now();
  return { at, day: formatIsoDay(at, SCHOOL.timeZone) };
}

/** Days (yyyy-mm-dd) from the first to the last one; both are included, and both may be left open. */
export type Days = { from?: string; to?: string };

/** A period of time; `end` is the first moment after it. */
export type Period = { start?: Date; end?: Date };

/** @returns when these days begin and end in the school's time zone */
export function findPeriod({ from, to }: Days): Period {
  const timeZone = SCHOOL.timeZone;
  return {
    start: from === undefined ? undefined : findDayStart(from, timeZone),
    end: to === undefined ? undefined : findDayStart(addDays(to, 1), timeZone),
  };
}

/** The first moment of a day (yyyy-mm-dd). Where the clocks change at midnight, that may be 01:00. */
export function findDayStart(day: string, timeZone: string): Date {
  return findTime(day, '00:00', timeZone);
}

/**
 * A time of day in the school's time zone, even on days of 23 or 25 hours.
 * @param day yyyy-mm-dd
 * @param time HH:MM
 */
export function findTime(day: string, time: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(new TZDate(year, month - 1, date, hours, minutes, timeZone).getTime());
}

/** As `findTime`, on the hour. R96 */
export function findHour(day: string, hour: number, timeZone: string): Date {
  return findTime(day, `${String(hour).padStart(2, '0')}:00`, timeZone);
}
