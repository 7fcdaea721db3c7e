import { type CampDays, shareClassDay } from './class-days.ts';
import type { ClassFacts } from './classes.ts';

/** When a class meets. Days are yyyy-mm-dd, hours HH:MM. */
export type Meeting = CampDays & Partial<Pick<ClassFacts, 'dailyStart' | 'dailyEnd'>>;

/** Whether two classes meet on the same day at the same hours. A class with unknown hours may take all day. R300 */
export function meetAtOnce(one: Meeting, other: Meeting): boolean {
  if (!shareClassDay(one, other)) return false;
  if (!one.dailyStart || !one.dailyEnd || !other.dailyStart || !other.dailyEnd) return true;
  return one.dailyStart < other.dailyEnd && other.dailyStart < one.dailyEnd;
}
