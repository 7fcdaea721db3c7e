import { addDays, countDays } from './days.ts';
import { nameDays } from './format.ts';
import type { School } from './school-schema.ts';
import { SCHOOL } from './school.ts';

/** A class that lasts longer has a wrong year. */
const MAX_DAYS = 366;

/** The first and last day of a class, yyyy-mm-dd. */
export type CampDays = { camp_start: string; camp_end: string };

type DaysOff = Pick<School, 'daysOff' | 'holidays'>;

/**
 * The days on which a class meets: from its first to its last, without the school's days off. A class that begins or
 * ends on a weekday off, such as a weekend class, meets on all weekdays. On a single day off, no class meets, unless it would
 * have no day left. R280, R626
 * @param off the school's, or what it would be
 * @returns yyyy-mm-dd; empty if the class lasts longer than a year
 */
export function listClassDays(
  { camp_start, camp_end }: CampDays,
  { daysOff, holidays }: DaysOff = SCHOOL,
): string[] {
  const count = countDays(camp_start, camp_end) + 1;
  if (count > MAX_DAYS) return [];
  const days = Array.from({ length: count }, (_none, index) => addDays(camp_start, index));
  const isOff = (day: string) => daysOff.includes(new Date(day).getUTCDay());
  const onWeekdays =
    isOff(camp_start) || isOff(camp_end) ? days : days.filter((day) => !isOff(day));
  const meeting = onWeekdays.filter(
    (day) => !holidays.some(({ from, to }) => from <= day && day <= to),
  );
  return meeting.length > 0 ? meeting : onWeekdays;
}

/**
 * The single days off on which a class would meet otherwise: `Wed 16 June (Founders’ Day)`. R626
 * @returns undefined if there are none
 */
export function sayNoCamp(camp: CampDays, thisYear?: string): string | undefined {
  const usual = listClassDays(camp, { daysOff: SCHOOL.daysOff, holidays: [] });
  const meeting = listClassDays(camp);
  const said = SCHOOL.holidays.flatMap(({ from, to, name }) => {
    const days = usual.filter((day) => from <= day && day <= to && !meeting.includes(day));
    const [first, last] = [days[0], days.at(-1)];
    if (!first || !last) return [];
    return [`${nameDays(first, last, thisYear)}${name ? ` (${name})` : ''}`];
  });
  return said.length > 0 ? said.join(', ') : undefined;
}

/** Whether two classes meet on a day that is the same, at whatever hours. */
export function shareClassDay(one: CampDays, other: CampDays): boolean {
  const days = listClassDays(other);
  return listClassDays(one).some((day) => days.includes(day));
}
