import type { CampDays } from '@speakifyr/contract/class-days.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import { readToday } from '../../../lib/format.ts';
import { listDaysLeft } from '../join/chosen-class.ts';

/**
 * The days of a class among which a seat can have others. The place that it has on a day is there for it, and a day that has
 * begun stays with it. Days that have passed and that it does not have are left out. R648
 * @param own the days that the seat has in this class; none if it is in another one
 */
export function listDaysOfSeat(campClass: CampDays & Pick<CampClass, 'byDay'>, own: string[]) {
  const today = readToday();
  return listDaysLeft(campClass)
    .filter(({ day }) => day >= today || own.includes(day))
    .map(({ day, left }) => {
      const isOwn = own.includes(day);
      return { day, left: isOwn ? left + 1 : left, isFixed: isOwn && day <= today };
    });
}

/** Why nothing would change; undefined if something does. */
export function findSameDays(own: string[], days: string[]): string | undefined {
  return own.length > 0 && own.join() === days.join()
    ? 'These are the days of this seat now. Choose others, more or fewer.'
    : undefined;
}
