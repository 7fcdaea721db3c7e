import { type CampDays, listClassDays, shareClassDay } from '@speakifyr/contract/class-days.ts';

/** The days on which a class meets, yyyy-mm-dd, in order. */
export function listDaysOf(campClass: CampDays): string[] {
  return listClassDays(campClass);
}

/** @param day yyyy-mm-dd */
export function meetsOn(campClass: CampDays, day: string): boolean {
  return listDaysOf(campClass).includes(day);
}

/** Whether two classes meet on a day that is the same. */
export function shareDay(one: CampDays, other: CampDays): boolean {
  return shareClassDay(one, other);
}
