import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import { findClass, updateClass } from '../database/class-store.ts';
import type { ClassDocument, EnrolledSeat, HeldSeat } from '../database/class-document.ts';
import type { AuditEvent } from '../database/event-document.ts';
import type { SeatAgain } from '../database/money-documents.ts';
import type { EndedEntry } from '../database/waiting-documents.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { dropHoldEntry, endHoldEntry } from './hold-entries.repo.ts';
import { changeSeats } from './change-seats.ts';
import { findHeldSeat, findSeat, type SeatOfClass, pairSeat } from './find-seat.ts';
import { findPaidSeat, refuseItem, releaseHeldSeat, takeBackSeat } from './freed-seats.ts';
import { decideEnrollment, type PaidFor } from './give-seat.ts';
import { allows } from './seat-states.ts';
import { itemKey, type PaidItemRef } from './refused-items.ts';

/**
 * Gives a payment one of its seats: the one held for the participant, or else a free one if money was paid. Idempotent,
 * even if called concurrently: the payment gets exactly one such seat with one entry code, or is refused it for good.
 * The seat has the seat id that was paid for. R5, R16, R100
 * @returns the paid seat and its class, or null if it is refused: the class is full or closed, the participant is
 * already enrolled by another payment, or nothing was paid and the class is not free anymore
 */
export async function enrollPaidSeat(
  item: PaidFor,
  services: Services,
): Promise<SeatOfClass<EnrolledSeat> | null> {
  let found: { campClass: ClassDocument; seat: EnrolledSeat | null } | undefined;
  await changeSeats(
    item.classId,
    (campClass) => {
      const { seat, change } = decideEnrollment(campClass, item, services.now());
      found = { campClass, seat };
      return change;
    },
    services,
  );
  if (!found) throw new Error(`Payment ${item.paymentId} is for a class that does not exist`);
  const { campClass, seat } = found;
  return seat && pairSeat(campClass, seat);
}

/**
 * Notes in the account's record that a hold has become a seat. A paid hold no longer counts toward any limit. One of a
 * free class still does: otherwise, one account could take its seats and cancel them forever. Idempotent. R51
 */
export async function noteSeatTaken(
  hold: { userId: ObjectId; seatId: ObjectId; isPaid: boolean },
  { database }: Services,
): Promise<void> {
  await (hold.isPaid ? dropHoldEntry : endHoldEntry)(database.collections, hold);
}

/** Decides that a payment does not get a seat, unless it has it already. */
export async function refuseSeat(item: PaidItemRef, services: Services): Promise<void> {
  await changeSeats(
    item.classId,
    (campClass) =>
      findPaidSeat(campClass, item)
        ? null
        : { refusedItems: refuseItem(campClass, item, services.now()) },
    services,
  );
}

/** Whether a payment was refused a seat for good. */
export async function isSeatRefused(
  { classId, seatId, paymentId }: PaidItemRef,
  { database }: Services,
): Promise<boolean> {
  const found = await findClass(database.collections, { _id: classId });
  return found?.refusedItems.includes(itemKey(paymentId, seatId)) ?? false;
}

/**
 * Frees a seat that is being refunded, if the payment has it. After that, the payment can't get it anymore.
 * @param again the reserved seat that takes its place, if there is to be one
 */
export async function takeBackPaidSeat(
  item: PaidItemRef,
  services: Services,
  again?: SeatAgain,
): Promise<void> {
  await changeSeats(
    item.classId,
    (campClass, rules) => takeBackSeat(campClass, item, rules, again),
    services,
  );
}

/** Whether the seat that a line of a payment is for is still held, expired or not. */
export async function isSeatHeld(
  line: { classId: ObjectId; seatId: ObjectId; moveId?: ObjectId; userId: ObjectId },
  { database }: Services,
): Promise<boolean> {
  const campClass = await findClass(database.collections, { _id: line.classId });
  return findHeldSeat(campClass, line)?.userId.equals(line.userId) ?? false;
}

/**
 * Extends a hold to the full time from now, but only once: opening the payment page again changes nothing. A hold that
 * ends later anyway, such as an offer, stays as it is. R6, R142
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
  const { seatId } = seat;
  const renewable = {
    seatId,
    state: 'held' as const,
    renewed: false,
    // Never shorter: an offer lasts longer than other holds.
    heldUntil: { $gt: services.now(), $lt: heldUntil },
  };
  const isRenewed = await updateClass(
    collections,
    { _id: classId, seats: { $elemMatch: renewable } },
    { $set: { 'seats.$.heldUntil': heldUntil, 'seats.$.renewed': true } },
  );
  if (isRenewed) return { heldUntil };
  const now = findSeat(await findClass(collections, { _id: classId }), { seatId });
  if (!allows('renew', now)) throw new ApiError('seat_not_held');
  return now;
}

/** The end of a hold that starts now. */
export function endOfHold({ now }: Pick<Services, 'now'>): Date {
  return new Date(now().getTime() + SCHOOL.booking.holdMinutes * 60_000);
}

/**
 * When a held seat is released: `expiredAt` only releases it if its hold has expired by then, `event` is added for the
 * audit log, and `ended` is what its owner hears of.
 */
type Release = { expiredAt?: Date; event?: AuditEvent; ended?: EndedEntry | undefined };

/**
 * Releases a held seat, but never a paid one. Its place goes to the waiting list first. An offer that ran out goes back
 * to the list; one that was given up does not.
 * @returns whether the seat was released
 */
export async function giveSeatBack(
  { classId, seatId, userId }: { classId: ObjectId; seatId: ObjectId; userId: ObjectId },
  services: Services,
  { expiredAt, event, ended }: Release = {},
): Promise<boolean> {
  // First: otherwise, the account's limits would mistake the missing seat for a join that is in progress or crashed.
  if (!expiredAt) await endHoldEntry(services.database.collections, { seatId, userId });
  const changed = await changeSeats(
    classId,
    (campClass, rules) => {
      const change = releaseHeldSeat(campClass, { seatId, userId, expiredAt }, rules);
      return change && { ...change, ...(ended && { ended: [ended] }) };
    },
    services,
    event,
  );
  return changed !== null;
}
