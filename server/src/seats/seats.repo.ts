import { MAX_FAMILY_HOLDS } from '@speakifyr/contract/limits.ts';
import type { Filter, ObjectId } from 'mongodb';
import type { AuditDocument, Collections, HeldSeat, Seat } from '../database/collections.ts';
import { type ClassWithSeat, type PaidSeat, toStored } from './class-with-seat.repo.ts';
import { itemKey, type PaidItemRef } from './item-key.ts';
import { hasNoSeatOf } from './participant.ts';

/**
 * All changes of seats. Each one is a single atomic update of one class document: the filter is the guard, the update
 * makes the change. Never split one into a read and a write.
 *
 *   free ──hold──▶ held ──enrol──▶ enrolled
 *     ▲              │ release         (a payment may also take a free seat: free ──seatLatePayment──▶ enrolled)
 *     └──────────────┘           (and back: enrolled ──freeRefundedSeat──▶ free)
 */
type Classes = Pick<Collections, 'classes'>;

/**
 * Takes a free seat for a student. It cannot oversell a class or seat anyone twice: updates of one document are atomic,
 * so `sit > 0` and "no seat of this participant" are still true when the seat is taken.
 * @param hold.price the price that the student saw; the class must still have it
 * @returns whether a seat was taken
 */
export async function holdSeat({ classes }: Classes, hold: Hold): Promise<boolean> {
  const { filter, update } = describeHold(hold);
  const { modifiedCount } = await classes.updateOne(filter, update);
  return modifiedCount === 1;
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
 * When a held seat is released: `expiredAt` only releases it if its hold has expired by then, and `act` is added for
 * the audit log.
 */
export type Release = { expiredAt?: Date; act?: AuditDocument };

/**
 * Releases a held seat. The filter matches once, and never a paid seat.
 * @returns whether the seat was released
 */
export async function releaseSeat(
  { classes }: Classes,
  seat: { classId: ObjectId; cartId: ObjectId; email: string },
  { expiredAt, act }: Release = {},
): Promise<boolean> {
  const held: Filter<HeldSeat> = {
    cartId: seat.cartId,
    email: seat.email,
    state: 'held',
    ...(expiredAt && { heldUntil: { $lte: expiredAt } }),
  };
  const { modifiedCount } = await classes.updateOne(
    { _id: seat.classId, seats: { $elemMatch: held } },
    {
      $inc: { sit: 1 },
      $pull: { seats: held as Partial<Seat> },
      ...(act && { $push: { unfiledActs: act } }),
    },
  );
  return modifiedCount === 1;
}

/**
 * Extends the hold of a seat, once.
 * @param from the hold must not have expired by then
 * @returns whether it was extended
 */
export async function renewHold(
  { classes }: Classes,
  seat: { classId: ObjectId; cartId: ObjectId },
  from: Date,
  until: Date,
): Promise<boolean> {
  const { modifiedCount } = await classes.updateOne(
    {
      _id: seat.classId,
      seats: {
        $elemMatch: {
          cartId: seat.cartId,
          state: 'held',
          renewed: false,
          heldUntil: { $gt: from },
        },
      },
    },
    { $set: { 'seats.$.heldUntil': until, 'seats.$.renewed': true } },
  );
  return modifiedCount === 1;
}

/**
 * Turns the participant's held seat into a paid one. It gets the cart id that was paid for, which is another one if an
 * earlier hold was paid late. The same update takes the entry number, and only if nobody has taken
 * it since it was read, so no code is given twice.
 * @param campClass the class as it was read; if its tag or entry number has changed since, nothing happens
 * @returns whether the participant is enrolled now
 */
export async function enrolHeldSeat(
  { classes }: Classes,
  campClass: ClassWithSeat,
  held: { cartId: ObjectId },
  paid: PaidSeat,
): Promise<boolean> {
  const { modifiedCount } = await classes.updateOne(
    {
      _id: campClass._id,
      status: 'open',
      course_tag: campClass.course_tag,
      nextEntryNumber: campClass.nextEntryNumber,
      refusedItems: { $ne: itemKey(paid.paymentId, paid.cartId) },
      // A student who paid nothing gets a seat only while the class is free.
      ...(paid.price === 0 && { price: 0 }),
      seats: { $elemMatch: { cartId: held.cartId, state: 'held' } },
    },
    { $inc: { nextEntryNumber: 1 }, $set: { 'seats.$': toStored(paid) } },
  );
  return modifiedCount === 1;
}

/** Gives a free seat to a payment whose hold has expired. Otherwise like `enrolHeldSeat`. */
export async function seatLatePayment(
  { classes }: Classes,
  campClass: ClassWithSeat,
  paid: PaidSeat,
): Promise<boolean> {
  const { modifiedCount } = await classes.updateOne(
    {
      _id: campClass._id,
      status: 'open',
      course_tag: campClass.course_tag,
      nextEntryNumber: campClass.nextEntryNumber,
      refusedItems: { $ne: itemKey(paid.paymentId, paid.cartId) },
      sit: { $gt: 0 },
      ...hasNoSeatOf(paid),
    },
    { $inc: { nextEntryNumber: 1, sit: -1 }, $push: { seats: toStored(paid) } },
  );
  return modifiedCount === 1;
}

/**
 * Decides that a payment never gets this seat. After this, the two functions above refuse it, so that a refunded
 * payment can't have a seat.
 * @returns false if the payment has the seat
 */
export async function refuseItem(
  { classes }: Classes,
  { classId, paymentId, cartId }: PaidItemRef,
): Promise<boolean> {
  const { matchedCount } = await classes.updateOne(
    { _id: classId, seats: { $not: { $elemMatch: { transactionId: paymentId, cartId } } } },
    { $addToSet: { refusedItems: itemKey(paymentId, cartId) } },
  );
  return matchedCount === 1;
}

/**
 * Frees the seat of a payment whose money goes back. The payment can't get it again.
 * @returns whether it had the seat
 */
export async function freeRefundedSeat(
  { classes }: Classes,
  { classId, paymentId, cartId }: PaidItemRef,
): Promise<boolean> {
  const { modifiedCount } = await classes.updateOne(
    { _id: classId, seats: { $elemMatch: { transactionId: paymentId, cartId } } },
    {
      $inc: { sit: 1 },
      $pull: { seats: { transactionId: paymentId, cartId } },
      $addToSet: { refusedItems: itemKey(paymentId, cartId) },
    },
  );
  return modifiedCount === 1;
}
