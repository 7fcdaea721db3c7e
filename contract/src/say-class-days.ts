import { type CampDays, listClassDays, listUsualDays, readWeekday } from './class-days.ts';
import { addDays, findWeekStart, WEEKDAYS } from './days.ts';
import { nameDays, nameShortDay, nameWeekday } from './format.ts';
import { findHoliday } from './new-class-days.ts';
import { SCHOOL } from './school.ts';

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

/** Some days, in order: `Mon, Wed` if they are of one week, or else `Mon 5, Wed 14`. */
export function nameFewDays(days: string[]): string {
  const isOneWeek = new Set(days.map(findWeekStart)).size === 1;
  return days.map(isOneWeek ? nameWeekday : nameShortDay).join(', ');
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
