import type { AdminClass } from '@speakifyr/contract/classes.ts';

/** A class, or what is typed for one, as far as its room matters. Without an id it is new. */
export type RoomUse = Pick<AdminClass, 'assign_room' | 'camp_start' | 'camp_end'> & {
  _id?: string;
};

/** The other classes that are in the same room on the same days. */
export function findRoomClashes<C extends RoomUse>(use: RoomUse, classes: C[]): C[] {
  return classes.filter(
    (other) =>
      other._id !== use._id &&
      other.assign_room === use.assign_room &&
      other.camp_start <= use.camp_end &&
      use.camp_start <= other.camp_end,
  );
}
