import { MAX_LAPSES } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat, HeldSeat, Seat } from '../database/class-document.ts';
import type { SeatAgain } from '../database/money-documents.ts';
import type { SeatOffer, WaitingEntry } from '../database/waiting-documents.ts';
import type { ClassChange } from './change-seats.ts';
import { itemKey, type PaidItemRef, remember } from './refused-items.ts';
import type { OfferRules } from './offer-limits.ts';
import { changeSeatsOf, countPlaces } from './places.ts';
import type { Queue, QueueChange } from './queue-by-day.ts';
import { handOut } from './queue.ts';
import { withChild } from './participant.ts';
import { allows } from './seat-states.ts';
import { endEntry } from './waiting-lists.ts';

/** What happens to a class when one of its seats opens up. Decisions for `changeSeats`. */

/** Names a held seat of an account. With `expiredAt`, only if its hold has expired by then. */
export type HeldRef = { seatId: ObjectId; userId: ObjectId; expiredAt?: Date };

/**
 * Frees a held seat, but never a paid one. If it was an offer that ran out, its entry goes back to the list. R139, R144
 * @returns null if there is no such held seat
 */
export function releaseHeldSeat(
  campClass: Queue,
  { seatId, userId, expiredAt }: HeldRef,
  rules: OfferRules,
): (QueueChange & Pick<ClassChange, 'ended'>) | null {
  const seat = campClass.seats.find(
    (one): one is HeldSeat =>
      allows('release', one) &&
      one.seatId.equals(seatId) &&
      one.userId.equals(userId) &&
      (!expiredAt || one.heldUntil <= expiredAt),
  );
  if (!seat) return null;
  const lapsed = expiredAt && campClass.status === 'open' ? seat.offer : undefined;
  const change = lapsed && putBack(campClass, lapsed, seat);
  return { ...change, ...freeSeat({ ...campClass, ...change }, seat, rules) };
}

/**
 * Refuses a payment its seat for good: frees the seat if the payment has it. R341
 * @param again the reserved seat that takes its place, so that nobody else can get it in between
 */
export function takeBackSeat(
  campClass: ClassDocument,
  item: PaidItemRef,
  rules: OfferRules,
  again?: SeatAgain,
): Partial<ClassDocument> {
  const seat = findPaidSeat(campClass, item);
  const change =
    seat &&
    ((again && reserveInstead(campClass, seat, again, rules)) ?? freeSeat(campClass, seat, rules));
  return { ...change, refusedItems: refuseItem(campClass, item, rules.at) };
}

/**
 * Replaces a paid seat with a reserved one for the same person. A seat for resale has no place of its own anymore, so
 * the reserved one needs a free place.
 * @returns null if the class is closed, the time is already over, or there is no place
 */
function reserveInstead(
  campClass: ClassDocument,
  seat: EnrolledSeat,
  { seatId, price, lines, extras, heldUntil, by }: SeatAgain,
  { at }: OfferRules,
): Partial<ClassDocument> | null {
  if (campClass.status !== 'open' || heldUntil <= at) return null;
  const { userId, childId, days, tax, grouping, friends } = seat;
  const before = { ...(grouping && { grouping }), ...(friends && { friends }) };
  const held: HeldSeat = {
    seatId,
    userId,
    ...withChild(childId),
    joinedAt: at,
    state: 'held',
    heldUntil,
    renewed: false,
    reserved: { price, by, ...(lines && { lines }) },
    ...(days && { days }),
    ...(extras && { extras }),
    ...(tax && { tax }),
    ...((grouping ?? friends) && { before }),
  };
  const change = changeSeatsOf(
    campClass,
    campClass.seats.map((one) => (one === seat ? held : one)),
  );
  return change.sit < 0 ? null : change;
}

/** The seat that a payment has for this item. */
export function findPaidSeat({ seats }: Pick<Queue, 'seats'>, { paymentId, seatId }: PaidItemRef) {
  return seats.find(
    (seat): seat is EnrolledSeat =>
      allows('takeBack', seat) && seat.paymentId === paymentId && seat.seatId.equals(seatId),
  );
}

/** A class's `refusedItems` once it never gives a payment this seat. */
export function refuseItem(
  campClass: Pick<ClassDocument, 'refusedItems'>,
  { paymentId, seatId }: Pick<PaidItemRef, 'paymentId' | 'seatId'>,
  at: Date,
): string[] {
  return remember(campClass, itemKey(paymentId, seatId), at);
}

/**
 * Removes a seat and hands out its place. A resold seat's place is already taken. If nobody took an offered seat, its
 * time to be kept for siblings still counts from when it first opened up.
 */
export function freeSeat(campClass: Queue, seat: Seat, rules: OfferRules): QueueChange {
  const seats = campClass.seats.filter((one) => one !== seat);
  const keepUntil = seat.state === 'held' ? seat.offer?.keepUntil : undefined;
  return handOut({ ...campClass, seats }, rules, countPlaces(campClass), keepUntil);
}

/**
 * Puts a person whose offer ran out back on the list. The entry keeps its place, but gets no seat until its owner says
 * that they still want one. If others of the entry still wait, the person rejoins them. The second time, the entry
 * ends.
 */
function putBack(
  { waiting = [] }: Queue,
  { entry }: SeatOffer,
  seat: Pick<HeldSeat, 'childId'>,
): Pick<ClassChange, 'waiting' | 'ended'> {
  const rest = waiting.find((one) => one.waitId.equals(entry.waitId));
  const lapses = Math.max(rest?.lapses ?? 0, entry.lapses + 1);
  const others = waiting.filter((one) => one !== rest);
  if (lapses >= MAX_LAPSES)
    return { waiting: others, ended: [{ ...endEntry(entry), isLapsed: true }] };
  return { waiting: [...others, joinAgain(rest, entry, seat, lapses)] };
}

/** The entry with the person whose offer ran out and those who still wait. */
function joinAgain(
  rest: WaitingEntry | undefined,
  entry: SeatOffer['entry'],
  seat: Pick<HeldSeat, 'childId'>,
  lapses: number,
): WaitingEntry {
  const isSame = (one: Pick<HeldSeat, 'childId'>) => (other: Pick<HeldSeat, 'childId'>) =>
    one.childId?.toHexString() === other.childId?.toHexString();
  const others = rest?.people ?? [];
  const first = entry.people.filter((one) => [seat, ...others].some(isSame(one)));
  return {
    ...(rest ?? entry),
    people: [...first, ...others.filter((one) => !first.some(isSame(one)))],
    lapses,
    isPaused: true,
  };
}
