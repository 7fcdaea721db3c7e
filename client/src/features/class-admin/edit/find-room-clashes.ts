import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { meetAtOnce } from '@speakifyr/contract/meet-at-once.ts';

/** A class, or what is typed for one, as far as its room matters. Without an id it is new. */
export type RoomUse = Pick<AdminClass, 'assign_room' | 'camp_start' | 'camp_end' | 'days'> &
  Partial<Pick<AdminClass, '_id' | 'dailyStart' | 'dailyEnd'>>;

/** The other classes that are in the same room on the same days at the same hours. R71 */
export function findRoomClashes<C extends RoomUse>(use: RoomUse, classes: C[]): C[] {
  return classes.filter(
    (other) =>
      other._id !== use._id && other.assign_room === use.assign_room && meetAtOnce(use, other),
  );
}
