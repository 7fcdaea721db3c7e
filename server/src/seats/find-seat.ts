import { asChosen } from '@speakifyr/contract/sold-by-day.ts';
import { ObjectId } from 'mongodb';
import { findClass, listClassesOfAny } from '../database/class-store.ts';
import type { ClassDocument, EnrolledSeat, HeldSeat, Seat } from '../database/class-document.ts';
import type { Collections } from '../database/collections.ts';
import { isSeatOf, type SeatRef } from './participant.ts';

/** Finds seats in classes. */

declare const isAsHad: unique symbol;

/** A class as a seat has it. Only `pairSeat` makes one, so nobody takes all days of the class for the seat's. R647 */
export type ClassOfSeat = ClassDocument & { readonly [isAsHad]: true };

/** A seat and its class as the seat has it. */
export type SeatOfClass<S extends Seat = Seat> = { campClass: ClassOfSeat; seat: S };

/** How admins name a seat: 24 hexadecimal digits each. */
export type SeatInClass = { classId: string; cartId: string };

type Seated = Pick<ClassDocument, 'seats'>;

/** A seat with its class as this seat has it: with the days that were chosen for it, at their price. R647 */
export function pairSeat<S extends Seat>(campClass: ClassDocument, seat: S): SeatOfClass<S> {
  const chosen = asChosen(campClass, seat);
  const goal = seat.state === 'held' ? seat.move?.goal : undefined;
  // Days that are held for a seat to be added cost what the seat then costs, less what it has cost.
  const priced = goal ? { ...chosen, price: asChosen(campClass, goal).price } : chosen;
  return { campClass: priced as ClassOfSeat, seat };
}

/** This seat of a class, or the seat of this participant, held or paid. */
export function findSeat(campClass: Seated | null | undefined, ref: SeatRef): Seat | undefined {
  return campClass?.seats.find((seat) =>
    ref.seatId ? seat.seatId.equals(ref.seatId) : isSeatOf(seat, ref),
  );
}

/** @returns undefined if the seat is not in this class */
export async function findSeatInClass(
  { classId, cartId }: SeatInClass,
  collections: Pick<Collections, 'classes'>,
): Promise<SeatOfClass | undefined> {
  const campClass = await findClass(collections, { _id: new ObjectId(classId) });
  const seat = findSeat(campClass, { seatId: new ObjectId(cartId) });
  return campClass && seat ? pairSeat(campClass, seat) : undefined;
}

/** The held seat that a line of a payment is for. */
export function findHeldSeat(
  campClass: Pick<ClassDocument, 'seats'> | null,
  { seatId, moveId }: { seatId: ObjectId; moveId?: ObjectId },
): HeldSeat | undefined {
  return campClass?.seats.find(
    (seat): seat is HeldSeat =>
      seat.state === 'held' &&
      (moveId ? seat.move?.moveId.equals(moveId) === true : seat.seatId.equals(seatId)),
  );
}

/** How many other seats of the class are held, offered or paid. */
export function countOthers({ seats }: Seated, { seatId }: Pick<Seat, 'seatId'>): number {
  return seats.filter((seat) => !seat.seatId.equals(seatId)).length;
}

export function isEnrolled(seat: Seat | undefined): seat is EnrolledSeat {
  return seat?.state === 'enrolled';
}

/** The paid seats of a class. */
export function listEnrolledSeats({ seats }: Seated): EnrolledSeat[] {
  return seats.filter(isEnrolled);
}

/** The paid seats of those who come on a day of a class. R647 @param day yyyy-mm-dd */
export function listEnrolledOn(campClass: Seated, day: string): EnrolledSeat[] {
  return listEnrolledSeats(campClass).filter(({ days }) => !days || days.includes(day));
}

/** The held seats of a class, expired holds too. */
export function listHeldSeats({ seats }: Seated): HeldSeat[] {
  return seats.filter((seat) => seat.state === 'held');
}

/** The held seats of these classes that fit, expired holds too. */
export function listHolds(
  classes: ClassDocument[],
  fits: (seat: HeldSeat) => boolean,
): SeatOfClass<HeldSeat>[] {
  return classes.flatMap((campClass) =>
    listHeldSeats(campClass)
      .filter(fits)
      .map((seat) => pairSeat(campClass, seat)),
  );
}

/**
 * Whose seats: all that an account booked, those of which it pays a share or took over what is owed, and all of these
 * children, no matter who booked them.
 */
export type SeatsWanted = { userId?: ObjectId; payerId?: ObjectId; childIds?: ObjectId[] };

/** Seats, held or paid, each with its class. */
export async function listSeatsOf(
  collections: Pick<Collections, 'classes'>,
  { userId, payerId, childIds = [] }: SeatsWanted,
): Promise<SeatOfClass[]> {
  const classes = await listClassesOfAny(collections, [
    ...(userId ? [{ 'seats.userId': userId }] : []),
    ...(payerId ? [{ 'seats.coPay.userId': payerId }, { 'seats.plan.payerId': payerId }] : []),
    ...(childIds.length === 0 ? [] : [{ 'seats.childId': { $in: childIds } }]),
  ]);
  const isWanted = (seat: Seat) =>
    seat.userId.equals(userId) ||
    (isEnrolled(seat) &&
      [seat.coPay?.userId, seat.plan?.payerId].some((id) => payerId && id?.equals(payerId))) ||
    childIds.some((id) => seat.childId?.equals(id));
  return classes.flatMap((campClass) =>
    campClass.seats.filter(isWanted).map((seat) => pairSeat(campClass, seat)),
  );
}

/** Only the paid ones. */
export function onlyEnrolled(seats: SeatOfClass[]): SeatOfClass<EnrolledSeat>[] {
  return seats.flatMap(({ campClass, seat }) => (isEnrolled(seat) ? [{ campClass, seat }] : []));
}

/** Only the held ones, expired holds too. */
export function onlyHeld(seats: SeatOfClass[]): SeatOfClass<HeldSeat>[] {
  return seats.flatMap(({ campClass, seat }) =>
    seat.state === 'held' ? [{ campClass, seat }] : [],
  );
}
