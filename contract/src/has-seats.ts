import type { CampClass } from './classes.ts';

/** In a file of its own, because a list of classes loads little. */
type Seats = Pick<CampClass, 'sit' | 'byDay'>;

/** Whether somebody can take a seat: the whole class, or enough of its days. R647 */
export function hasSeats({ sit, byDay }: Seats): boolean {
  if (sit > 0 || !byDay) return sit > 0;
  return byDay.left.filter((left) => left > 0).length >= byDay.atLeast;
}
