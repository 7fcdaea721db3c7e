import type { ObjectId } from 'mongodb';
import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { findSoldOut } from '@speakifyr/contract/extra-places.ts';
import { countTaken, onDays } from '@speakifyr/contract/sold-by-day.ts';
import type { ClassDocument, EnrolledSeat, Seat, SeatPlan } from '../database/class-document.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { ResoldSeat } from '../database/waiting-documents.ts';
import { findPaidSeat, refuseItem } from './freed-seats.ts';
import { itemKey, type PaidItemRef } from './refused-items.ts';
import { allows } from './seat-states.ts';
import { isSeatOf, withChild } from './participant.ts';
import { fullPriceOf, priceOfSeat } from './price-of-seat.ts';
import { changeSeatsOf, countPlaces, hasRoom, isForResale, roomOf } from './places.ts';
import { makePlan } from './seat-plan.ts';

/** How a payment gets its seat. Decisions for `changeSeats`. */

/** One seat that was paid for, and needs to be given. */
export type PaidFor = PaidItemRef & {
  /** The account that paid. */
  userId: ObjectId;
  /** The child that the seat is for, if it is not for the account itself. */
  childId?: ObjectId;
  /** Of a class that is sold by day: those that it pays for. */
  days?: string[];
  /** In whole currency units. */
  price: number;
  lines?: PaymentItem['lines'];
  extras?: PaymentItem['extras'];
  tax?: PaymentItem['tax'];
  /** Set if the payment does not pay the whole price. */
  plan?: SeatPlan;
  coPay?: PaymentItem['coPay'];
};

/**
 * The seat that the payment has, or null if it is refused; and the new values of the class, or null if nothing changes.
 */
export type Enrollment = { seat: EnrolledSeat | null; change: Partial<ClassDocument> | null };

/**
 * Gives a payment one of its seats: the one held for the participant, or else a free one if money was paid. Otherwise,
 * the payment is refused this seat for good. R17, R148, R350, R441
 */
export function decideEnrollment(campClass: ClassDocument, item: PaidFor, at: Date): Enrollment {
  const { paymentId, seatId, userId, childId, days, price, lines, plan, coPay, extras = [] } = item;
  const bought = findPaidSeat(campClass, item);
  if (bought) return { seat: bought, change: null };
  if (campClass.refusedItems.includes(itemKey(paymentId, seatId)))
    return { seat: null, change: null };

  const current = campClass.seats.find((one) => isSeatOf(one, { userId, childId }));
  const held = allows('pay', current) ? current : undefined;
  const isFree = price === 0;
  // Nobody pays for a free class, but its extras may cost something later.
  const tax = isFree ? (item.tax ?? held?.tax) : item.tax;
  const isTaken = current && !held;
  const cost = held ? priceOfSeat(campClass, held) : fullPriceOf(campClass, item);
  const others = campClass.seats.filter((one) => one !== held);
  const hasPlace = hasRoom({ ...roomOf(campClass), seats: others }, [item]);
  const mayHave = hasPlace && (held ? !isFree || (cost === 0 && !held.move) : !isFree);
  // Its hold may be gone, or have other extras by now: then others may have taken the last ones.
  const isSoldOut = findSoldOut(extras, others, listClassDays(onDays(campClass, item)));
  if (campClass.status !== 'open' || isTaken || !mayHave || isSoldOut)
    return { seat: null, change: { refusedItems: refuseItem(campClass, item, at) } };

  const seat: EnrolledSeat = {
    seatId,
    userId,
    ...withChild(childId),
    ...(days && { days }),
    joinedAt: held?.joinedAt ?? at,
    state: 'enrolled',
    entry_code: nextEntryCode(campClass),
    paymentId,
    price,
    ...(lines && { lines }),
    ...(tax && { tax }),
    ...(extras.length > 0 && { extras }),
    enrolledAt: at,
    ...(plan && { plan: makePlan(plan) }),
    ...(coPay && { coPay: { ...coPay, plan: makePlan({ ...coPay.plan, paid: [] }) } }),
    ...held?.before,
  };
  const change = seatInstead(campClass, held, seat, at);
  if (!held?.before?.grouping) return { seat, change };
  // A page of the groups from before has no pairs of this seat, and would drop them.
  return { seat, change: { ...change, groupsVersion: (campClass.groupsVersion ?? 0) + 1 } };
}

/** The code of the next seat that is enrolled. */
export function nextEntryCode(campClass: Pick<ClassDocument, 'course_tag' | 'nextEntryNumber'>) {
  return `${campClass.course_tag}-${campClass.nextEntryNumber}`;
}

/**
 * Puts a paid seat in place of a held one, or in a free place. If there are now more enrolled seats than places, the
 * first one for resale is given up and refunded later.
 */
export function seatInstead(
  campClass: ClassDocument,
  held: Seat | undefined,
  seat: EnrolledSeat,
  at: Date,
): Partial<ClassDocument> {
  const seats = held
    ? campClass.seats.map((one) => (one === held ? seat : one))
    : [...campClass.seats, seat];
  const { asked = 0, offered = 0, enrolled = 0 } = campClass.demand ?? {};
  return {
    ...changeSeatsOf(campClass, seats),
    nextEntryNumber: campClass.nextEntryNumber + 1,
    ...(held?.state === 'held' &&
      held.offer && { demand: { asked, offered, enrolled: enrolled + 1 } }),
    ...resellSeat(campClass, seats, at),
  };
}

/** Gives up seats that are for resale, in their order, until no day has more enrolled people than places. */
function resellSeat(
  campClass: ClassDocument,
  enrolled: Seat[],
  at: Date,
): Partial<ClassDocument> | undefined {
  const places = countPlaces(campClass);
  const given: EnrolledSeat[] = [];
  const isLeft = (seat: Seat) => !given.some((one) => one === seat);
  const isPaid = (seat: Seat) => seat.state === 'enrolled' && isLeft(seat);
  while (countTaken(enrolled.filter(isPaid)) > places) {
    const next = enrolled.find(
      (one): one is EnrolledSeat => allows('resell', one) && isForResale(one) && isLeft(one),
    );
    if (!next) break;
    given.push(next);
  }
  if (given.length === 0) return undefined;
  const resold = given.map(({ seatId, userId, childId, paymentId }): ResoldSeat => ({
    seatId,
    userId,
    paymentId,
    at,
    ...withChild(childId),
  }));
  const refuse = (refusedItems: string[], seat: EnrolledSeat) =>
    refuseItem({ refusedItems }, seat, at);
  return {
    seats: enrolled.filter(isLeft),
    resold: [...(campClass.resold ?? []), ...resold],
    refusedItems: given.reduce(refuse, campClass.refusedItems),
  };
}
