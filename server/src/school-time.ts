import type { Services } from './services.ts';

/** Dates and times in the formats of spec section 9, in the school's time zone. */

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

/** @returns 12-hour time such as 3:05 PM */
export function formatClock(date: Date, timeZone: string): string {
  return (
    new Intl.DateTimeFormat('en-US', {
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      timeZone,
    })
      .format(date)
      // Newer ICU data has a narrow no-break space before AM and PM.
      .replace(/\s/gu, ' ')
  );
}

/** @returns yyyy-mm-dd */
export function formatIsoDay(date: Date, timeZone: string): string {
  return formatDay(date, timeZone).split('/').reverse().join('-');
}

/** @returns today in the school's time zone, yyyy-mm-dd */
export function readToday({ environment, now }: Pick<Services, 'environment' | 'now'>): string {
  return formatIsoDay(now(), environment.SCHOOL_TIME_ZONE);
}
