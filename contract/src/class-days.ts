import { addDays, countDays } from './days.ts';

/** A class that lasts longer has a wrong year. */
const MAX_DAYS = 366;

/** The first and last day of a class, yyyy-mm-dd. */
export type CampDays = { camp_start: string; camp_end: string };

/**
 * The days on which a class meets: from its first to its last, without the school's days off. A class that begins or
 * ends on a day off, such as a weekend class, meets every day. R280
 * @param daysOff weekdays, 0 is Sunday
 * @returns yyyy-mm-dd; empty if the class lasts longer than a year
 */
export function listClassDays({ camp_start, camp_end }: CampDays, daysOff: number[]): string[] {
  const count = countDays(camp_start, camp_end) + 1;
  if (count > MAX_DAYS) return [];
  const days = Array.from({ length: count }, (_none, index) => addDays(camp_start, index));
  const isOff = (day: string) => daysOff.includes(new Date(day).getUTCDay());
  return isOff(camp_start) || isOff(camp_end) ? days : days.filter((day) => !isOff(day));
}

/** Whether two classes meet on a day that is the same, at whatever hours. @param daysOff as for `listClassDays` */
export function shareClassDay(one: CampDays, other: CampDays, daysOff: number[]): boolean {
  const days = listClassDays(other, daysOff);
  return listClassDays(one, daysOff).some((day) => days.includes(day));
}
