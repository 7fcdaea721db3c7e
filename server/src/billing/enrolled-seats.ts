import type { CalendarEntry } from '../calendar-file.ts';
import type { FamilyRights } from '../families/family-rights.ts';
import { type PersonOf, readPeople } from '../people/users/participant-names.ts';
import { summarizeClass, summarizeSeat } from '../class-facts.ts';
import type { EnrolledSeat, UserDocument } from '../database/collections.ts';
import { onlyEnrolled, type SeatOfClass } from '../enrollments/seats/find-seat.ts';
import type { Services } from '../services.ts';
import { listPayments, type Payment } from './ledger/payment-store.ts';
import { listReadableSeats } from './readable-seats.ts';

/** The payments of seats, by their ids. */
type Payments = Map<string, Payment>;

/** The paid seats that a person may see, newest first, their payments, and the names of those who sit there. */
export async function listEnrolled(
  user: Pick<UserDocument, '_id' | 'email' | 'status'>,
  rights: FamilyRights,
  services: Services,
): Promise<{ enrolled: SeatOfClass<EnrolledSeat>[]; payments: Payments; personOf: PersonOf }> {
  const seats = await listReadableSeats(user, rights, services);
  const enrolled = onlyEnrolled(seats).sort(
    (a, b) => b.seat.enrolledAt.getTime() - a.seat.enrolledAt.getTime(),
  );
  const paymentIds = enrolled.map(({ seat }) => seat.paymentId);
  const payments = await listPayments(services.database.collections, paymentIds);
  const personOf = await readPeople(
    enrolled.map(({ seat }) => seat),
    services,
  );
  return {
    personOf,
    enrolled,
    payments: new Map(payments.map((payment) => [payment.paymentId, payment])),
  };
}

/** The classes of a family, as calendars describe them: siblings share an entry. The first seat, by age, names it. */
export function groupByClass(
  enrolled: SeatOfClass<EnrolledSeat>[],
  { payments, personOf }: { payments: Payments; personOf: PersonOf },
): (CalendarEntry & { classId: string })[] {
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
    else groups.set(classId, { classId, ...summarizeClass(campClass), seats: [summary] });
  }
  return [...groups.values()];
}
