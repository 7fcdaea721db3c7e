import type { Services } from './services.ts';

/** Dates and times in the formats of spec section 9, in the school's time zone. */

const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;

/** One for each time zone, because making one takes longer than all the rest of a join. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function findDayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone,
  });
  dayFormats.set(timeZone, made);
  return made;
}

/** @returns dd/mm/yyyy */
export function formatDay(date: Date, timeZone: string): string {
  return findDayFormat(timeZone).format(date);
}

/** @returns yyyy-mm-dd */
export function formatIsoDay(date: Date, timeZone: string): string {
  return formatDay(date, timeZone).split('/').reverse().join('-');
}

/** @returns today in the school's time zone, yyyy-mm-dd */
export function readToday({ environment, now }: Pick<Services, 'environment' | 'now'>): string {
  return formatIsoDay(now(), environment.SCHOOL_TIME_ZONE);
}

/** A moment, and the school's day (yyyy-mm-dd) on which it is. */
export type Moment = { at: Date; day: string };

/** @returns now */
export function readMoment({ environment, now }: Pick<Services, 'environment' | 'now'>): Moment {
  const at = now();
  return { at, day: formatIsoDay(at, environment.SCHOOL_TIME_ZONE) };
}

/** Days (yyyy-mm-dd) from the first to the last one; both are included, and both may be left open. */
export type Days = { from?: string | undefined; to?: string | undefined };

/** A period of time; `end` is the first moment after it. */
export type Period = { start?: Date | undefined; end?: Date | undefined };

/** @returns when these days begin and end in the school's time zone */
export function findPeriod(
  { from, to }: Days,
  { environment }: Pick<Services, 'environment'>,
): Period {
  const timeZone = environment.SCHOOL_TIME_ZONE;
  return {
    start: from === undefined ? undefined : findDayStart(from, timeZone),
    end: to === undefined ? undefined : findDayStart(addDays(to, 1), timeZone),
  };
}

/** The first moment of a day. No zone is further than 14 hours from UTC, so we search for it on both sides. */
export function findDayStart(day: string, timeZone: string): Date {
  const midnight = Date.parse(day);
  let before = midnight - 15 * HOUR_MS;
  let start = midnight + 15 * HOUR_MS;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (formatIsoDay(new Date(middle), timeZone) < day) before = middle;
    else start = middle;
  }
  return new Date(start);
}

/** One for each time zone, as above. Swedish is written like `2027-06-14 09:00:00`. */
const clockFormats = new Map<string, Intl.DateTimeFormat>();

/** @returns what a clock in this time zone shows, as if it were UTC, in milliseconds */
function readClock(at: number, timeZone: string): number {
  const format =
    clockFormats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  clockFormats.set(timeZone, format);
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
}

/**
 * A time of day in the school's time zone, also on days of 23 or 25 hours.
 * @param day yyyy-mm-dd
 * @param time HH:MM
 */
export function findTime(day: string, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T${time}Z`);
  const guess = 2 * wanted - readClock(wanted, timeZone);
  // The clocks may have been changed between the two.
  return new Date(guess + wanted - readClock(guess, timeZone));
}

/** As `findTime`, on the hour. */
export function findHour(day: string, hour: number, timeZone: string): Date {
  return findTime(day, `${String(hour).padStart(2, '0')}:00`, timeZone);
}

/** Counts in UTC, so that days of 23 or 25 hours don't matter. @param day yyyy-mm-dd @returns yyyy-mm-dd */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}
