import type { AdminClass } from '@speakifyr/contract/classes.ts';

/** A class, or what is typed for one, as far as its room matters. Without an id it is new. */
export type RoomUse = Pick<AdminClass, 'assign_room' | 'camp_start' | 'camp_end'> &
  Partial<Pick<AdminClass, '_id' | 'dailyStart' | 'dailyEnd'>>;

/** The other classes that are in the same room on the same days at the same hours. */
export function findRoomClashes<C extends RoomUse>(use: RoomUse, classes: C[]): C[] {
  return classes.filter(
    (other) =>
      other._id !== use._id &&
      other.assign_room === use.assign_room &&
      other.camp_start <= use.camp_end &&
      use.camp_start <= other.camp_end &&
      meetAtOnce(use, other),
  );
}

/** A class whose hours nobody knows may be there all day. */
function meetAtOnce(one: RoomUse, other: RoomUse): boolean {
  if (!one.dailyStart || !one.dailyEnd || !other.dailyStart || !other.dailyEnd) return true;
  return one.dailyStart < other.dailyEnd && other.dailyStart < one.dailyEnd;
}
