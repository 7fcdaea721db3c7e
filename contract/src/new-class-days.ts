import { type CampDays, listUsualDays } from './class-days.ts';
import type { School } from './school-schema.ts';
import { SCHOOL } from './school.ts';

/** Not in class-days.ts: a first visit loads that. */

type DaysOff = Pick<School, 'daysOff' | 'holidays'>;

/**
 * The days of a new class: the usual ones without the school's single days off, unless it would have no day left. R626
 * @param off the school's, or what it will be
 */
export function listNewDays(
  ends: Pick<CampDays, 'camp_start' | 'camp_end'>,
  off: DaysOff = SCHOOL,
): string[] {
  const usual = listUsualDays(ends, off);
  const meeting = usual.filter((day) => !findHoliday(day, off));
  return meeting.length > 0 ? meeting : usual;
}

/** The school's single days off that this day is one of. */
export function findHoliday(day: string, { holidays }: Pick<DaysOff, 'holidays'> = SCHOOL) {
  return holidays.find(({ from, to }) => from <= day && day <= to);
}

/**
 * A class's first and last day, with its days if they are not the usual ones.
 * @param days in any order
 */
export function toCampDays(days: string[]): CampDays | undefined {
  const sorted = days.toSorted();
  const [camp_start, camp_end] = [sorted[0], sorted.at(-1)];
  if (!camp_start || !camp_end) return undefined;
  const isUsual = listUsualDays({ camp_start, camp_end }).join() === sorted.join();
  return { camp_start, camp_end, ...(!isUsual && { days: sorted }) };
}
