import type { ClassFacts } from './classes.ts';

/** When a class meets. Days are yyyy-mm-dd, hours HH:MM. */
export type Meeting = { camp_start: string; camp_end: string } & Partial<
  Pick<ClassFacts, 'dailyStart' | 'dailyEnd'>
>;

/** Whether two classes meet on the same day at the same hours. A class with unknown hours may take all day. R300 */
export function meetAtOnce(one: Meeting, other: Meeting): boolean {
  if (other.camp_start > one.camp_end || one.camp_start > other.camp_end) return false;
  if (!one.dailyStart || !one.dailyEnd || !other.dailyStart || !other.dailyEnd) return true;
  return one.dailyStart < other.dailyEnd && other.dailyStart < one.dailyEnd;
}
