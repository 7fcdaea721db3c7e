import { MAX_FAMILY_HOLDS } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import { updateClass } from '../../database/class-store.ts';
import type { Collections, HeldSeat } from '../../database/collections.ts';
import { hasNoSeatOf } from './participant.ts';

/**
 * Holding a seat, in a single atomic update of one class document: the filter is the guard, the update makes the change.
 * Never split it into a read and a write. All other changes of seats decide more than a filter can say: change-seats.ts.
 *
 *   free ──hold──▶ held ──enroll──▶ enrolled
 *     ▲              │ release         (a payment may also take a free seat: free ──enroll──▶ enrolled)
 *     └──────────────┘                 (and back: enrolled ──take back──▶ free)
 *
 * A seat that opens up goes to the waiting list first: queue.ts.
 */
type Classes = Pick<Collections, 'classes'>;

/**
 * Takes a free seat for a student. It cannot oversell a class or seat anyone twice: updates of one document are atomic,
 * so `sit > 0` and "no seat of this participant" are still true when the seat is taken. It doesn't compare the version, so
 * that 500 students who join at once don't make each other try again.
 * @param hold.price the price that the student saw; the class must still have it
 * @returns whether a seat was taken
 */
export async function holdSeat(collections: Classes, hold: Hold): Promise<boolean> {
  const { filter, update } = describeHold(hold);
  return updateClass(collections, filter, update);
}

export type Hold = {
  classId: ObjectId;
  seat: HeldSeat;
  price?: number | undefined;
  /** Whether a free class is refused. */
  isPaidOnly?: boolean;
  /** Which day of the class is the last one to join it. */
  lastDay: 'camp_start' | 'camp_end';
  /** yyyy-mm-dd */
  today: string;
  /** How many seats of the class may be held from one network address. */
  maxAtAddress: number;
};

/** The update that holds a seat. */
export function describeHold(hold: Hold) {
  const { classId, seat, price, isPaidOnly, lastDay, today } = hold;
  return {
    filter: {
      _id: classId,
      status: 'open' as const,
      sit: { $gt: 0 },
      ...hasNoSeatOf(seat),
      [lastDay]: { $gte: today },
      price: { [isPaidOnly ? '$gt' : '$gte']: 0, ...(price !== undefined && { $eq: price }) },
      ...hasRoomForMore(seat),
      $expr: isRoomForAddress(hold),
    },
    update: { $inc: { sit: -1 }, $push: { seats: seat } },
  };
}

/** Fewer seats than the limit are held from this address. Expired holds don't count. */
function isRoomForAddress({ seat, maxAtAddress }: Hold) {
  const isFromHere = {
    $and: [
      { $eq: ['$$seat.addressHash', seat.addressHash] },
      { $gt: ['$$seat.heldUntil', seat.joinedAt] },
    ],
  };
  return {
    $gt: [maxAtAddress, { $size: { $filter: { input: '$seats', as: 'seat', cond: isFromHere } } }],
  };
}

/**
 * A seat of a free class is taken for good, and nobody checks whether a child exists. So one account gets at most
 * MAX_FAMILY_HOLDS of them. A paying account may have more.
 */
function hasRoomForMore({ email }: HeldSeat) {
  const booked = {
    $filter: { input: '$seats', as: 'seat', cond: { $eq: ['$$seat.email', email] } },
  };
  const isRoom = { $gt: [MAX_FAMILY_HOLDS, { $size: booked }] };
  return { $or: [{ price: { $gt: 0 } }, { $expr: isRoom }] };
}

/** Whether the account may have another seat of the class. */
export async function hasRoomForFamily({ classes }: Classes, hold: Hold): Promise<boolean> {
  const filter = { _id: hold.classId, ...hasRoomForMore(hold.seat) };
  return (await classes.countDocuments(filter)) === 1;
}

/** Whether another seat of the class may be held from this address. */
export async function hasRoomForAddress({ classes }: Classes, hold: Hold): Promise<boolean> {
  const filter = { _id: hold.classId, $expr: isRoomForAddress(hold) };
  return (await classes.countDocuments(filter)) === 1;
}

/**
 * Extends the hold of a seat, once, and never makes it shorter: an offer lasts longer than other holds.
 * @param from the hold must not have expired by then
 * @returns whether it was extended
 */
export async function renewHold(
  collections: Classes,
  seat: { classId: ObjectId; cartId: ObjectId },
  from: Date,
  until: Date,
): Promise<boolean> {
  return updateClass(
    collections,
    {
      _id: seat.classId,
      seats: {
        $elemMatch: {
          cartId: seat.cartId,
          state: 'held',
          renewed: false,
          heldUntil: { $gt: from, $lt: until },
        },
      },
    },
    { $set: { 'seats.$.heldUntil': until, 'seats.$.renewed': true } },
  );
}
