import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';

type Camp = { camp_start: string; camp_end: string };

/** The days on which a class meets, yyyy-mm-dd, in order. */
export function listDaysOf(campClass: Camp): string[] {
  return listClassDays(campClass, SCHOOL.daysOff);
}

/** @param day yyyy-mm-dd */
export function meetsOn(campClass: Camp, day: string): boolean {
  return listDaysOf(campClass).includes(day);
}
