import { addDays, countDays, WEEKDAYS } from './days.ts';
import { nameDays } from './format.ts';
import type { School } from './school-schema.ts';
import { SCHOOL } from './school.ts';

/** A class that lasts longer has a wrong year. */
export const MAX_CLASS_DAYS = 366;

/**
 * When a class meets, yyyy-mm-dd: its first and last day, and all of its days. Without `days`, it meets on the usual
 * ones: `listUsualDays`.
 */
export type CampDays = { camp_start: string; camp_end: string; days?: string[] | undefined };

type DaysOff = Pick<School, 'daysOff' | 'holidays'>;

/** The days on which a class meets, in order. Nothing else counts them. R280, R645 */
export function listClassDays(camp: CampDays): string[] {
  return camp.days ?? listUsualDays(camp);
}

/**
 * The days that a class has unless somebody chooses others: from its first to its last, without the school's weekdays off.
 * A class that begins or ends on a weekday off, such as a weekend class, meets on all weekdays. R280
 * @returns yyyy-mm-dd; empty if it would last longer than a year
 */
export function listUsualDays(
  { camp_start, camp_end }: Pick<CampDays, 'camp_start' | 'camp_end'>,
  { daysOff }: Pick<DaysOff, 'daysOff'> = SCHOOL,
): string[] {
  const count = countDays(camp_start, camp_end) + 1;
  if (count > MAX_CLASS_DAYS) return [];
  const days = Array.from({ length: Math.max(0, count) }, (_none, index) =>
    addDays(camp_start, index),
  );
  const isOff = (day: string) => daysOff.includes(readWeekday(day));
  return isOff(camp_start) || isOff(camp_end) ? days : days.filter((day) => !isOff(day));
}

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

/** Whether two classes meet on a day that is the same, at whatever hours. */
export function shareClassDay(one: CampDays, other: CampDays): boolean {
  if (one.camp_end < other.camp_start || other.camp_end < one.camp_start) return false;
  const days = listClassDays(other);
  return listClassDays(one).some((day) => days.includes(day));
}

/** @param day yyyy-mm-dd */
export function meetsOn(camp: CampDays, day: string): boolean {
  return listClassDays(camp).includes(day);
}

/** Whether a class meets on one of these days, both included. */
export function meetsBetween(camp: CampDays, { from, to }: { from: string; to: string }): boolean {
  return listClassDays(camp).some((day) => from <= day && day <= to);
}

/** 0 is Sunday. @param day yyyy-mm-dd */
export function readWeekday(day: string): number {
  return new Date(day).getUTCDay();
}

/**
 * What the first and the last day of a class don't tell: that it meets on some weekdays only, not on single days, or on more
 * days than usual. R626, R645
 * @returns `Mondays and Fridays`, `Wed 16 June (Founders’ Day)`, `Sat 10 July`; only what there is to say
 */
export function sayClassDays(
  camp: CampDays,
  thisYear?: string,
): { onlyOn?: string; notOn?: string; alsoOn?: string } {
  const days = listClassDays(camp);
  const usual = listUsualDays(camp);
  const met = new Set(days.map(readWeekday));
  // A day off of the school alone does not make it a class without Wednesdays.
  const never = new Set(
    usual.filter((day) => !met.has(readWeekday(day)) && !findHoliday(day)).map(readWeekday),
  );
  const weekdays = new Set(usual.map(readWeekday).filter((weekday) => !never.has(weekday)));
  const missing = usual.filter((day) => !days.includes(day) && !never.has(readWeekday(day)));
  const more = days.filter((day) => !usual.includes(day));
  return {
    ...(never.size > 0 && { onlyOn: nameWeekdays(weekdays) }),
    ...(missing.length > 0 && { notOn: nameRuns(missing, thisYear) }),
    ...(more.length > 0 && { alsoOn: nameRuns(more, thisYear) }),
  };
}

/**
 * The same as one text, after the first and the last day:
 * `Mon 5 – Fri 30 July 2027, on Mondays and Fridays, not on Mon 12 July 2027`.
 */
export function nameClassDays(camp: CampDays, thisYear?: string): string {
  return [nameDays(camp.camp_start, camp.camp_end, thisYear), ...listDayWords(camp, thisYear)].join(
    ', ',
  );
}

/** `on Mondays and Fridays`, `not on Wed 16 June (Founders’ Day)`, `also on Sat 10 July`: only what there is to say. */
export function listDayWords(camp: CampDays, thisYear?: string): string[] {
  const { onlyOn, notOn, alsoOn } = sayClassDays(camp, thisYear);
  return [
    ...(onlyOn ? [`on ${onlyOn}`] : []),
    ...(notOn ? [`not on ${notOn}`] : []),
    ...(alsoOn ? [`also on ${alsoOn}`] : []),
  ];
}

/** Days, with those in a row as one. Days off of different names are not one. */
function nameRuns(days: string[], thisYear: string | undefined): string {
  const runs: { first: string; last: string; name: string | undefined }[] = [];
  for (const day of days) {
    const name = findHoliday(day)?.name;
    const run = runs.at(-1);
    if (run && run.name === name && addDays(run.last, 1) === day) run.last = day;
    else runs.push({ first: day, last: day, name });
  }
  return runs
    .map(({ first, last, name }) => `${nameDays(first, last, thisYear)}${name ? ` (${name})` : ''}`)
    .join(', ');
}

const AND = new Intl.ListFormat('en', { type: 'conjunction' });

/** `Mondays and Fridays`, in the order of the school's week. */
function nameWeekdays(met: ReadonlySet<number>): string {
  const first = WEEKDAYS.indexOf(SCHOOL.weekStart);
  const order = WEEKDAYS.map((_name, index) => (first + index) % 7);
  return AND.format(
    order.filter((number) => met.has(number)).map((number) => `${WEEKDAYS[number]}s`),
  );
}
