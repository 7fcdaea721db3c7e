import { type CampDays, meetsBetween } from '@speakifyr/contract/class-days.ts';
import { addDays, findWeekStart } from '@speakifyr/contract/days.ts';

type Days = CampDays;

/** What the calendar shows at a time: a month or, on a phone, a week. Days are yyyy-mm-dd. */
export type Period = { from: string; to: string };

/** The day to begin with: today while the next course runs, or else its first one. @param today yyyy-mm-dd */
export function findFirstDay({ camp_start, camp_end }: Days, today: string): string {
  return camp_start < today && camp_end >= today ? today : camp_start;
}

/** The week or the month of a day. */
export function findPeriod(day: string, unit: 'week' | 'month'): Period {
  const month = day.slice(0, 7);
  if (unit === 'month') return { from: `${month}-01`, to: `${month}-${countDays(month)}` };
  const start = findWeekStart(day);
  return { from: start, to: addDays(start, 6) };
}

/** A day of the next week or month, or of the one before. @param steps 1 or -1 */
export function movePeriod(day: string, unit: 'week' | 'month', steps: number): string {
  return unit === 'week' ? addDays(day, 7 * steps) : `${moveMonth(day.slice(0, 7), steps)}-01`;
}

/** @param month yyyy-mm @param months how many months later, or earlier if negative */
function moveMonth(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Whether a course has a day in this period. */
export function isInPeriod(camp: Days, period: Period): boolean {
  return meetsBetween(camp, period);
}

/** The part of a course that is in this month, from its first to its last day of the month, 1 to 31. */
export function findDaysInMonth(
  { camp_start, camp_end }: Days,
  month: string,
): { from: number; to: number } {
  return {
    from: camp_start.startsWith(month) ? Number(camp_start.slice(8)) : 1,
    to: camp_end.startsWith(month) ? Number(camp_end.slice(8)) : countDays(month),
  };
}

/**
 * The days of that part without the course, if it does not meet on the usual days: weekends are none.
 * @returns 1 to 31
 */
export function findDaysWithout(camp: Days, month: string): number[] {
  if (!camp.days) return [];
  const { from, to } = findDaysInMonth(camp, month);
  const all = Array.from({ length: to - from + 1 }, (_none, index) => from + index);
  return all.filter((day) => !camp.days?.includes(`${month}-${String(day).padStart(2, '0')}`));
}

/** How many days a month has. @param month yyyy-mm */
export function countDays(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

/** Whether a day is a Saturday or Sunday. */
export function isWeekend(month: string, day: number): boolean {
  return ['Su', 'Sa'].includes(nameWeekday(month, day));
}

/** The first two letters of a day's name: `Mo`. */
export function nameWeekday(month: string, day: number): string {
  const date = new Date(`${month}-${String(day).padStart(2, '0')}T00:00:00Z`);
  return date.toUTCString().slice(0, 2);
}

/** The courses of each room, by room number. */
export function groupByRoom<C extends { assign_room: number }>(
  courses: C[],
): { room: number; courses: C[] }[] {
  const rooms = [...new Set(courses.map(({ assign_room }) => assign_room))].sort((a, b) => a - b);
  return rooms.map((room) => ({
    room,
    courses: courses.filter(({ assign_room }) => assign_room === room),
  }));
}
