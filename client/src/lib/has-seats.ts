import type { CampClass } from '@speakifyr/contract/classes.ts';

type Seats = Pick<CampClass, 'sit' | 'byDay'>;

/** Whether somebody can take a seat: the whole class, or enough of its days. R647 */
export function hasSeats({ sit, byDay }: Seats): boolean {
  if (sit > 0 || !byDay) return sit > 0;
  return byDay.left.filter((left) => left > 0).length >= byDay.atLeast;
}
