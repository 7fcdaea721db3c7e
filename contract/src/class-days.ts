import { addDays, countDays } from './days.ts';
import { MAX_CLASS_DAYS } from './limits.ts';
import type { School } from './school-schema.ts';
import { SCHOOL } from './school.ts';

/**
 * When a class meets, yyyy-mm-dd: its first and last day, and all of its days. Without `days`, it meets on the usual
 * ones: `listUsualDays`.
 */
export type CampDays = { camp_start: string; camp_end: string; days?: string[] | undefined };

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
  { daysOff }: Pick<School, 'daysOff'> = SCHOOL,
): string[] {
  const count = countDays(camp_start, camp_end) + 1;
  if (count > MAX_CLASS_DAYS) return [];
  const days = Array.from({ length: Math.max(0, count) }, (_none, index) =>
    addDays(camp_start, index),
  );
  const isOff = (day: string) => daysOff.includes(readWeekday(day));
  return isOff(camp_start) || isOff(camp_end) ? days : days.filter((day) => !isOff(day));
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
