import { findLastDay, quoteRefund } from '@speakifyr/contract/refund-terms.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat } from '../../database/collections.ts';
import { findSeat, isEnrolled } from '../../enrollments/seats/find-seat.ts';
import {
  findPayment,
  findClosedPayment,
  type Payment,
} from '../../billing/ledger/payment-store.ts';
import {
  nameCalendarEntry,
  type SeatSummary,
  summarizeClass,
  summarizeSeat,
} from '../../class-facts.ts';
import type { SeatsOfCause } from '../../database/outbox-document.ts';
import { findNeeds } from '../../families/needs.ts';
import { readChildName, readPeople } from '../../people/users/participant-names.ts';
import { readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../mail-module.ts';
import { findClassWithId, listMovesOf } from './find.ts';
import type { EntryFacts, NeedFacts } from './props.ts';

/**
 * Finds the paid seats that an email is about and whose reader may still hear of them.
 * @returns the class, open or archived, with at least one seat; undefined if there is none
 */
export async function findEnrolled(
  { classId, seatId, seatIds }: SeatsOfCause,
  { user, rights }: Reader,
  services: Services,
): Promise<{ campClass: ClassDocument; seats: EnrolledSeat[] } | undefined> {
  const own = seatId ? { seatId } : { userId: user._id };
  const refs = seatIds ? seatIds.map((id) => ({ seatId: id })) : [own];
  const campClass = await findClassWithId(classId, services);
  const seats = refs
    .map((ref) => findSeat(campClass, ref))
    .filter(isEnrolled)
    .filter(rights.mayReadSeat);
  return campClass && seats.length > 0 ? { campClass, seats } : undefined;
}

/** Seats as emails describe them. */
export async function describeSeats(
  seats: EnrolledSeat[],
  services: Services,
): Promise<SeatSummary[]> {
  const personOf = await readPeople(seats, services);
  return Promise.all(
    seats.map(async (seat) => {
      const payment = await findClosedPayment(services.database.collections, seat.paymentId);
      const child = seat.childId ? personOf(seat).name : null;
      return summarizeSeat(seat, child, payment?.items.length ?? 1);
    }),
  );
}

/**
 * The last day (yyyy-mm-dd) on which everything comes back if the seat is canceled. Only the payer may read it.
 * @returns null if that is over, if nothing was paid, or if other payments count for the seat because it moved
 */
export function findFreeUntil(
  { seatId, movedBy }: EnrolledSeat,
  payment: Payment,
  campStart: string,
  services: Services,
): string | null {
  const paid = payment.items.find((item) => item.seatId.equals(seatId))?.amount ?? 0;
  if (paid === 0 || movedBy) return null;
  const terms = payment.terms;
  const today = readToday(services);
  const { refund, until } = quoteRefund({ terms, paid, campStart, today });
  // From the first day on, nobody cancels.
  const last = findLastDay(1, campStart);
  if (until === null || refund < paid || today > last) return null;
  return until < last ? until : last;
}

/** The path at which a guardian answers the questions about a child's health. client/src/lib/paths.ts has it, too. */
export function linkToHealth(childId: ObjectId): string {
  return `/dashboard/children/${childId.toHexString()}#health`;
}

/** The path at which a guardian says whom to call, and who picks up. */
function linkToContacts(childId: ObjectId): string {
  return `/dashboard/children/${childId.toHexString()}#contacts`;
}

/**
 * What the camp still needs to know about a child, for a guardian who can add it. It never says what is known.
 * @returns null if the seat is no child's, or the reader can't change the child now
 */
export async function readNeeds(
  childId: ObjectId | undefined,
  lastDay: string,
  { rights }: Reader,
  services: Services,
): Promise<NeedFacts | null> {
  if (!childId || !rights.mayChange(childId)) return null;
  const [missing = []] = await findNeeds([{ childId, lastDay }], services);
  const path = missing.includes('health') ? linkToHealth(childId) : linkToContacts(childId);
  const child = (await readChildName(childId, services)) ?? '';
  return { child, missing, path };
}

/** A seat that was in a class. `until`: when it left. */
type LostSeat = {
  seatId: ObjectId;
  childId?: ObjectId | undefined;
  paymentId: string;
  until: Date;
};

/** @returns what takes a seat of this class out of a calendar */
export async function describeLostEntry(
  campClass: Parameters<typeof summarizeClass>[0],
  seat: LostSeat,
  services: Services,
): Promise<EntryFacts> {
  const calendarId = await nameLostEntry(seat, services);
  const child = await readChildName(seat.childId, services);
  return {
    campClass: summarizeClass(campClass),
    seat: { entryCode: '', child, calendarId },
  };
}

/** Names the calendar entry of a seat that is gone: its last move to another class before that time gave it a new one. */
async function nameLostEntry(
  { seatId, childId, paymentId, until }: LostSeat,
  services: Services,
): Promise<string> {
  const [moves, payment] = await Promise.all([
    listMovesOf(seatId, services),
    findPayment(services.database.collections, paymentId),
  ]);
  const move = moves.find(
    ({ createdAt, from, to }) => createdAt < until && !from.classId.equals(to.classId),
  );
  const ids = { seatId, childId, paymentId, movedBy: move?._id };
  return nameCalendarEntry(ids, payment?.items.length ?? 1);
}
