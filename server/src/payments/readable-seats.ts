import type { CalendarEntry } from '../calendar-file.ts';
import { summarizeSeat } from '../class-facts.ts';
import { summarizeClass } from '../users/class-instructors.ts';
import { type FamilyRights, readFamilyRights } from '../families/family-rights.ts';
import type { EnrolledSeat, HeldSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { listSeatsOf, onlyEnrolled, onlyHeld, type SeatOfClass } from '../seats/find-seat.ts';
import { type PersonOf, readPeople } from '../users/participant-names.ts';
import type { Services } from '../services.ts';
import {
  findLineOfHold,
  listPayments,
  listPaymentsOfHolds,
  type Payment,
} from '../ledger/payment-store.ts';

type Reader = Pick<UserDocument, '_id' | 'email' | 'status'>;

/**
 * The seats, held or paid, that a person may read: their own, those of children that they may see, and those that they
 * booked, or pay a share of, for a child whose guardian they still are. R101, R206
 */
export async function listReadableSeats(
  { _id: userId }: Reader,
  rights: FamilyRights,
  services: Services,
): Promise<SeatOfClass[]> {
  const wanted = { userId, payerId: userId, childIds: rights.listIds('see') };
  const seats = await listSeatsOf(services.database.collections, wanted);
  return seats.filter(({ seat }) => rights.mayReadSeat(seat));
}

type OwnHold = SeatOfClass<HeldSeat>;

/** The seats that a person holds, expired or not. Those of a child whose guardian they are no longer are left out. */
export async function listOwnHolds(user: Reader, services: Services): Promise<OwnHold[]> {
  const rights = await readFamilyRights(user, services);
  const seats = await listSeatsOf(services.database.collections, { userId: user._id });
  return onlyHeld(seats).filter(({ seat }) => rights.mayReadSeat(seat));
}

/**
 * The holds that are in the person's cart: they have not expired, or they stay because a bank is working on their
 * payment. R5
 */
export async function listCart(
  user: Reader,
  services: Services,
): Promise<(OwnHold & { isProcessing: boolean })[]> {
  const held = await listOwnHolds(user, services);
  if (held.length === 0) return [];
  const processing = await getProcessingSeats(held, services);
  return held
    .map((hold) => ({ ...hold, isProcessing: processing.has(hold.seat.seatId.toHexString()) }))
    .filter(({ seat, isProcessing }) => isProcessing || seat.heldUntil > services.now());
}

/** For which of these seats a bank is working on a payment. @returns their seat ids (24 hexadecimal digits) */
export async function getProcessingSeats(
  held: { seat: Pick<HeldSeat, 'seatId' | 'move'> }[],
  { database }: Services,
): Promise<Set<string>> {
  const holds = held.map(({ seat }) => seat);
  const payments = await listPaymentsOfHolds(database.collections, holds);
  const processing = payments.filter((one) => one.status === 'open' && one.isProcessing);
  const paid = holds.filter((hold) => processing.some((one) => findLineOfHold(one, hold)));
  return new Set(paid.map(({ seatId }) => seatId.toHexString()));
}

/** The payments of seats, by their ids. */
type Payments = Map<string, Payment>;

/** The paid seats that a person may see, newest first, their payments, and the names of those who sit there. */
export async function listEnrolled(
  user: Reader,
  rights: FamilyRights,
  services: Services,
): Promise<{ enrolled: SeatOfClass<EnrolledSeat>[]; payments: Payments; personOf: PersonOf }> {
  const seats = await listReadableSeats(user, rights, services);
  const enrolled = onlyEnrolled(seats).sort(
    (a, b) => b.seat.enrolledAt.getTime() - a.seat.enrolledAt.getTime(),
  );
  const paymentIds = enrolled.map(({ seat }) => seat.paymentId);
  const payments = await listPayments(services.database.collections, paymentIds);
  const taken = enrolled.map(({ seat }) => seat);
  const personOf = await readPeople(taken, services);
  return {
    personOf,
    enrolled,
    payments: new Map(payments.map((payment) => [payment.paymentId, payment])),
  };
}

/**
 * The classes of a family, as calendars describe them: siblings share an entry. The first seat, by age, names it. R280
 */
export async function groupByClass(
  enrolled: SeatOfClass<EnrolledSeat>[],
  { payments, personOf }: { payments: Payments; personOf: PersonOf },
  services: Services,
): Promise<(CalendarEntry & { classId: string })[]> {
  const groups = new Map<string, CalendarEntry & { classId: string }>();
  const byAge = enrolled.toSorted((one, other) =>
    one.seat.seatId.toHexString().localeCompare(other.seat.seatId.toHexString()),
  );
  for (const { campClass, seat } of byAge) {
    const classId = campClass._id.toHexString();
    const child = seat.childId ? personOf(seat).name : null;
    const summary = summarizeSeat(seat, child, payments.get(seat.paymentId)?.items.length ?? 1);
    const group = groups.get(classId);
    if (group) group.seats.push(summary);
    else
      groups.set(classId, {
        classId,
        ...(await summarizeClass(campClass, services)),
        seats: [summary],
      });
  }
  return [...groups.values()];
}
