import type { AdminClass } from '@speakifyr/contract/classes.ts';

type Days = Pick<AdminClass, 'camp_start' | 'camp_end'>;

/** The month to begin with: this one while the next course runs, or else the one in which it starts. @param today yyyy-mm-dd */
export function findFirstMonth({ camp_start, camp_end }: Days, today: string): string {
  return (camp_start < today && camp_end >= today ? today : camp_start).slice(0, 7);
}

/** @param month yyyy-mm @param months how many months later, or earlier if negative */
export function moveMonth(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Whether a course has a day in this month. */
export function isInMonth({ camp_start, camp_end }: Days, month: string): boolean {
  return camp_start.slice(0, 7) <= month && month <= camp_end.slice(0, 7);
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
