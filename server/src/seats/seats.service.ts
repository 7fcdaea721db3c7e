import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import type { ObjectId } from 'mongodb';
import type { HeldSeat } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { endHoldEntry } from './hold-entries.repo.ts';
import {
  type ClassWithSeat,
  findClassForPayment,
  findClassWithSeat,
  listSeatsOf,
  type PaidSeat,
  type SeatOfClass,
  type SeatsWanted,
} from './class-with-seat.repo.ts';
import { itemKey, type PaidItemRef } from './item-key.ts';
import { type SeatRef, withChild } from './participant.ts';
import {
  enrolHeldSeat,
  freeRefundedSeat,
  refuseItem,
  type Release,
  releaseSeat,
  renewHold,
  seatLatePayment,
} from './seats.repo.ts';
import { countSeatsOfStudent, type Fill, listFill, sumHeldSeats } from './seat-counts.repo.ts';

export type { ClassWithSeat, PaidItemRef, PaidSeat, SeatOfClass };

/** A change that loses a race is tried again. This many in a row mean that something is wrong. */
const MAX_TRIES = 100;

/** One seat that was paid for, and needs to be given. */
export type PaidFor = PaidItemRef & {
  /** The account that paid. */
  email: string;
  /** The child that the seat is for, if it is not for the account itself. */
  childId?: ObjectId | undefined;
  /** Who will sit there. */
  name: string;
  /** In whole currency units. */
  price: number;
  /** The refund policy that it was bought under. */
  terms?: RefundTerms | undefined;
};

/**
 * Gives a payment one of its seats: the one held for the participant, or else a free one if money was paid. May be
 * called any number of times at once: the payment gets exactly one such seat with one entry code, or is refused it for
 * good. The seat has the cart id that was paid for.
 * @returns the paid seat and its class, or null if it is refused: the class is full or closed, the participant is
 * already enrolled by another payment, or nothing was paid and the class is not free anymore
 */
export async function enrolPaidSeat(
  item: PaidFor,
  { database: { collections }, now }: Services,
): Promise<{ campClass: ClassWithSeat; seat: PaidSeat } | null> {
  const { paymentId, cartId, email, childId, price } = item;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const campClass = await findClassForPayment(collections, item);
    if (!campClass) throw new Error(`Payment ${paymentId} is for a class that does not exist`);

    const { seat } = campClass;
    if (seat?.state === 'enrolled' && seat.paymentId === paymentId) return { campClass, seat };
    if (campClass.refusedItems.includes(itemKey(paymentId, cartId))) return null;

    const paid: PaidSeat = {
      cartId,
      email,
      ...withChild(childId),
      // A child may have been renamed since the payment began.
      name: (childId && seat?.name) ?? item.name,
      joinedAt: seat?.joinedAt ?? now(),
      state: 'enrolled',
      entry_code: `${campClass.course_tag}-${campClass.nextEntryNumber}`,
      paymentId,
      price,
      enrolledAt: now(),
      ...(item.terms && { terms: item.terms }),
    };
    const isFree = price === 0;
    const isOpen = campClass.status === 'open' && !(isFree && campClass.price > 0);
    if (isOpen && seat?.state === 'held') {
      if (await enrolHeldSeat(collections, campClass, seat, paid)) return { campClass, seat: paid };
    } else if (isOpen && !seat && campClass.sit > 0 && !isFree) {
      if (await seatLatePayment(collections, campClass, paid)) return { campClass, seat: paid };
    } else if (await refuseItem(collections, item)) return null;
  }
  throw new ApiError('unavailable');
}

/** Decides that a payment does not get a seat, unless it has it already. */
export async function refuseSeat(item: PaidItemRef, { database }: Services): Promise<void> {
  await refuseItem(database.collections, item);
}

/** Whether a payment was refused a seat for good. */
export async function isSeatRefused(
  { classId, cartId, paymentId }: PaidItemRef,
  { database }: Services,
): Promise<boolean> {
  const found = await findClassWithSeat(database.collections, classId, { cartId });
  return found?.refusedItems.includes(itemKey(paymentId, cartId)) ?? false;
}

/** Frees a seat whose money goes back, if the payment has it. After that, it can't get it anymore. */
export async function takeBackPaidSeat(
  item: PaidItemRef,
  { database: { collections } }: Services,
): Promise<void> {
  if (await freeRefundedSeat(collections, item)) return;
  if (await refuseItem(collections, item)) return;
  // It got its seat between the two updates. Nothing can seat it again after this one.
  await freeRefundedSeat(collections, item);
}

/** The number of held seats, including expired ones that are not released yet. */
export async function countHeldSeats({ database }: Services): Promise<number> {
  return sumHeldSeats(database.collections);
}

/** How many seats an account holds, and what it paid for seats, for itself and for children. `spent` is in whole currency units. */
export async function getSeatCounts(
  email: string,
  { database, now }: Services,
): Promise<{ held: number; spent: number }> {
  return countSeatsOfStudent(database.collections, email, now());
}

/**
 * How full open classes are, by start day: the next ones to start and, if there are not enough, the latest ones that
 * started.
 * @param today yyyy-mm-dd
 */
export async function getFill(
  today: string,
  wanted: number,
  { database }: Services,
): Promise<Fill[]> {
  return listFill(database.collections, today, wanted);
}

/** Whether a cart entry is still a held seat, expired or not. */
export async function isSeatHeld(
  entry: { classId: ObjectId; cartId: ObjectId; email: string },
  { database }: Services,
): Promise<boolean> {
  const { cartId, email } = entry;
  const found = await findClassWithSeat(database.collections, entry.classId, { cartId });
  return found?.seat?.state === 'held' && found.seat.email === email;
}

/** A class, open or archived, with this seat, or with the seat of this participant, or null. */
export async function getClassWithSeat(
  classId: ObjectId,
  ref: SeatRef,
  { database }: Services,
): Promise<ClassWithSeat | null> {
  return findClassWithSeat(database.collections, classId, ref);
}

/**
 * Seats, held or paid, each with its class.
 * @param wanted.email all that this account booked, for itself or for a child
 * @param wanted.childIds all of these children, no matter who booked them
 */
export async function getSeatsOf(
  wanted: SeatsWanted,
  { database }: Services,
): Promise<SeatOfClass[]> {
  return listSeatsOf(database.collections, wanted);
}

/**
 * Extends a hold to the full time from now, but only once: opening the payment page again changes nothing.
 * @returns when the hold ends
 * @throws {ApiError} `seat_not_held` if the seat is not held anymore
 */
export async function renewSeatHold(
  classId: ObjectId,
  seat: HeldSeat,
  services: Services,
): Promise<{ heldUntil: Date }> {
  const { collections } = services.database;
  const heldUntil = endOfHold(services);
  if (await renewHold(collections, { classId, cartId: seat.cartId }, services.now(), heldUntil))
    return { heldUntil };
  const campClass = await findClassWithSeat(collections, classId, { cartId: seat.cartId });
  if (campClass?.seat?.state !== 'held') throw new ApiError('seat_not_held');
  return campClass.seat;
}

/** The end of a hold that starts now. */
export function endOfHold({ environment, now }: Services): Date {
  return new Date(now().getTime() + environment.SEAT_HOLD_MINUTES * 60_000);
}

/** Releases a held seat, but never a paid one. @returns whether the seat was released */
export async function giveSeatBack(
  seat: { classId: ObjectId; cartId: ObjectId; email: string },
  { database: { collections } }: Services,
  release: Release = {},
): Promise<boolean> {
  // First: otherwise, the account's limits would take the missing seat for a join that is in progress or was cut off.
  if (!release.expiredAt) await endHoldEntry(collections, seat);
  return releaseSeat(collections, seat, release);
}
