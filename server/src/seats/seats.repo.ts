import type { ObjectId } from 'mongodb';
import { updateClass } from '../database/class-store.ts';
import type { ClassDocument, HeldSeat } from '../database/class-document.ts';
import type { Collections } from '../database/collections.ts';
import type { AuditEvent } from '../database/event-document.ts';
import { hasNoSeatOf } from './participant.ts';
import { findMostSeats, hasRoomForMore } from './seats-of-account.ts';

/**
 * Holding a seat, in a single atomic update of one class document: the filter is the guard, the update makes the
 * change. Never split it into a read and a write. All other seat changes need more than a filter can express:
 * change-seats.ts.
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
 * so `sit > 0` and "no seat of this participant" are still true when the seat is taken. It doesn't compare the version,
 * so that 500 students who join at once don't force each other to retry. R2, R10, R54
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
  price?: number;
  /** Whether a free class is refused. */
  isPaidOnly?: boolean;
  /** Which day of the class is the last one to join it. */
  lastDay: 'camp_start' | 'camp_end';
  /** yyyy-mm-dd */
  today: string;
  /** How many seats of the class may be held from one network address. */
  maxAtAddress: number;
  /** It must be among this many first seats, because its price is only for those. */
  mostSeats?: number;
  /** Added for the audit log. */
  event?: AuditEvent;
};

/** The update that holds a seat. R52 */
export function describeHold(hold: Hold) {
  const { classId, seat, price, isPaidOnly, lastDay, today, event } = hold;
  return {
    filter: {
      _id: classId,
      status: 'open' as const,
      ...hasFreeSeat(),
      ...hasNoSeatOf(seat),
      [lastDay]: { $gte: today },
      price: { [isPaidOnly ? '$gt' : '$gte']: 0, ...(price !== undefined && { $eq: price }) },
      ...(!seat.reserved && hasRoomForMore(seat.userId)),
      ...isAmongFirst(hold),
      $expr: isRoomForAddress(hold),
    },
    update: { $inc: { sit: -1 }, $push: { seats: seat, ...(event && { events: event }) } },
  };
}

/** The array has all seats that are held, offered or paid: the next one has this index at most. R437 */
function isAmongFirst({ mostSeats = Infinity }: Hold) {
  return mostSeats < Infinity ? { [`seats.${mostSeats - 1}`]: { $exists: false } } : {};
}

/** A seat is free. */
function hasFreeSeat() {
  return { sit: { $gt: 0 } };
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

/** Why `holdSeat` refuses a seat although one is free; undefined if there is no such reason. */
export function findSeatLimit(
  campClass: ClassDocument,
  { seat, maxAtAddress }: Hold,
): 'family' | 'address' | undefined {
  const { seats } = campClass;
  const booked = seats.filter(({ userId }) => userId.equals(seat.userId));
  if (booked.length >= findMostSeats(campClass)) return 'family';
  const here = seats.filter(
    (one) =>
      one.state === 'held' && one.addressHash === seat.addressHash && one.heldUntil > seat.joinedAt,
  );
  return here.length >= maxAtAddress ? 'address' : undefined;
}
