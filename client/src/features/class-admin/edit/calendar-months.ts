import { type CampDays, listClassDays, meetsBetween } from '@speakifyr/contract/class-days.ts';
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

/**
 * The parts of a course that are in this month, each from its first to its last day of the month, 1 to 31. Only a course that
 * does not meet on the usual days has several: weekends don't divide one.
 */
export function findDaysInMonth(camp: Days, month: string): { from: number; to: number }[] {
  const days = listClassDays(camp)
    .filter((day) => day.startsWith(month))
    .map((day) => Number(day.slice(8)));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (!camp.days) {
    const from = camp.camp_start.startsWith(month) ? first : 1;
    return [{ from, to: camp.camp_end.startsWith(month) ? last : countDays(month) }];
  }
  const parts: { from: number; to: number }[] = [];
  for (const day of days) {
    const part = parts.at(-1);
    if (part && part.to === day - 1) part.to = day;
    else parts.push({ from: day, to: day });
  }
  return parts;
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
