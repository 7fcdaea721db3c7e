import type { ObjectId } from 'mongodb';
import type { HeldSeat } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { endHoldEntry } from './hold-entries.repo.ts';
import {
  type ClassWithSeat,
  findClassForPayment,
  findClassWithSeat,
  listClassesWithSeat,
  type PaidSeat,
} from './class-with-seat.repo.ts';
import {
  enrolHeldSeat,
  freeRefundedSeat,
  refusePayment,
  type Release,
  releaseSeat,
  renewHold,
  seatLatePayment,
} from './seats.repo.ts';
import { countSeatsOfStudent, type Fill, listFill, sumHeldSeats } from './seat-counts.repo.ts';

export type { ClassWithSeat, PaidSeat };

/** A change that loses a race is tried again. This many in a row mean that something is wrong. */
const MAX_TRIES = 100;

/** A successful payment that needs its seat. */
export type PaidFor = {
  paymentId: string;
  classId: ObjectId;
  cartId: ObjectId;
  email: string;
  studentName: string;
  /** In whole currency units. */
  price: number;
};

/**
 * Gives a payment its seat: the one held for the student, or else a free one if money was paid. May be called any
 * number of times at once: the payment gets exactly one seat with one entry code, or is refused for good.
 * @returns the paid seat and its class, or null if the payment is refused: the class is full or closed, the student is
 * already enrolled by another payment, or nothing was paid and the class is not free anymore
 */
export async function enrolPaidSeat(
  payment: PaidFor,
  { database: { collections }, now }: Services,
): Promise<{ campClass: ClassWithSeat; seat: PaidSeat } | null> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const campClass = await findClassForPayment(collections, payment.classId, payment);
    if (!campClass)
      throw new Error(`Payment ${payment.paymentId} is for a class that does not exist`);

    const { seat } = campClass;
    if (seat?.state === 'enrolled' && seat.paymentId === payment.paymentId)
      return { campClass, seat };
    if (campClass.refusedPayments.includes(payment.paymentId)) return null;

    const paid: PaidSeat = {
      cartId: seat?.cartId ?? payment.cartId,
      email: payment.email,
      name: payment.studentName,
      joinedAt: seat?.joinedAt ?? now(),
      state: 'enrolled',
      entry_code: `${campClass.course_tag}-${campClass.nextEntryNumber}`,
      paymentId: payment.paymentId,
      price: payment.price,
      enrolledAt: now(),
    };
    const isFree = payment.price === 0;
    const isOpen = campClass.status === 'open' && !(isFree && campClass.price > 0);
    if (isOpen && seat?.state === 'held') {
      if (await enrolHeldSeat(collections, campClass, paid)) return { campClass, seat: paid };
    } else if (isOpen && !seat && campClass.sit > 0 && !isFree) {
      if (await seatLatePayment(collections, campClass, paid)) return { campClass, seat: paid };
    } else if (await refusePayment(collections, payment.classId, payment.paymentId)) return null;
  }
  throw new ApiError('unavailable');
}

/** Decides that a payment gets no seat, unless it has one already. */
export async function refuseSeat(
  classId: ObjectId,
  paymentId: string,
  { database }: Services,
): Promise<void> {
  await refusePayment(database.collections, classId, paymentId);
}

/** Whether a payment was refused for good. */
export async function isSeatRefused(
  { classId, paymentId, email }: { classId: ObjectId; paymentId: string; email: string },
  { database }: Services,
): Promise<boolean> {
  const found = await findClassForPayment(database.collections, classId, { paymentId, email });
  return found?.refusedPayments.includes(paymentId) ?? false;
}

/** Frees the seat of a refunded payment, if it has one. After that, it can't get one anymore. */
export async function takeBackPaidSeat(
  classId: ObjectId,
  paymentId: string,
  { database: { collections } }: Services,
): Promise<void> {
  if (await freeRefundedSeat(collections, classId, paymentId)) return;
  if (await refusePayment(collections, classId, paymentId)) return;
  // It got its seat between the two updates. Nothing can seat it again after this one.
  await freeRefundedSeat(collections, classId, paymentId);
}

/** The number of held seats, including expired ones that are not released yet. */
export async function countHeldSeats({ database }: Services): Promise<number> {
  return sumHeldSeats(database.collections);
}

/** How many seats a student holds and has paid for. `spent` is in whole currency units. */
export async function getSeatCounts(
  email: string,
  { database, now }: Services,
): Promise<{ held: number; enrolled: number; spent: number }> {
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
  const found = await findClassWithSeat(database.collections, entry.classId, entry.email);
  return found?.seat?.state === 'held' && found.seat.cartId.equals(entry.cartId);
}

/** A class, open or archived, with a student's seat in it, or null. */
export async function getClassWithSeat(
  classId: ObjectId,
  email: string,
  { database }: Services,
): Promise<ClassWithSeat | null> {
  return findClassWithSeat(database.collections, classId, email);
}

/** The classes in which a student has a seat, held or paid. */
export async function getClassesWithSeat(
  email: string,
  { database }: Services,
): Promise<ClassWithSeat[]> {
  return listClassesWithSeat(database.collections, email);
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
  const campClass = await findClassWithSeat(collections, classId, seat.email);
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
