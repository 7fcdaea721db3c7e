/** A class that lasts longer has a wrong year. */
const MAX_DAYS = 366;
const DAY_MS = 24 * 60 * 60_000;

/** The first and last day of a class, yyyy-mm-dd. */
export type CampDays = { camp_start: string; camp_end: string };

/**
 * The days on which a class meets: from its first to its last, without the school's days off. A class that begins or
 * ends on a day off, such as a weekend class, meets every day. R280
 * @param daysOff weekdays, 0 is Sunday
 * @returns yyyy-mm-dd; empty if the class lasts longer than a year
 */
export function listClassDays({ camp_start, camp_end }: CampDays, daysOff: number[]): string[] {
  const first = Date.parse(camp_start);
  const count = (Date.parse(camp_end) - first) / DAY_MS + 1;
  if (count > MAX_DAYS) return [];
  const days = Array.from({ length: count }, (_none, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
  const isOff = (day: string) => daysOff.includes(new Date(day).getUTCDay());
  return isOff(camp_start) || isOff(camp_end) ? days : days.filter((day) => !isOff(day));
}

/** Whether two classes meet on a day that is the same, at whatever hours. @param daysOff as for `listClassDays` */
export function shareClassDay(one: CampDays, other: CampDays, daysOff: number[]): boolean {
  const days = listClassDays(other, daysOff);
  return listClassDays(one, daysOff).some((day) => days.includes(day));
}
