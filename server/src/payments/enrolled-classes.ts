import { formatTime } from '@speakifyr/contract/format.ts';
import type { HealthState } from '@speakifyr/contract/health-state.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import type { ObjectId } from 'mongodb';
import { buildCalendarFile } from '../calendar-file.ts';
import { listChildrenOf } from '../children/booking.ts';
import { findHealthStates } from '../children/health.ts';
import { idsWithRight } from '../children/rights.ts';
import { readClassFacts, summarizeClass, summarizeSeat } from '../class-facts.ts';
import type { UserDocument } from '../database/collections.ts';
import { formatDay } from '../school-time.ts';
import { getSeatsOf, type PaidSeat, type SeatOfClass } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { listPayments, type Payment } from './payments.repo.ts';

type Reader = Pick<UserDocument, '_id' | 'email'>;
type EnrolledSeat = { campClass: SeatOfClass['campClass']; seat: PaidSeat };

/**
 * The paid seats that a person may see, newest first: their own, those of children that they may see, and those that
 * they booked for a child for whom they may still book.
 */
export async function getEnrolledClasses(
  user: Reader,
  services: Services,
): Promise<EnrolledClass[]> {
  const timeZone = services.environment.SCHOOL_TIME_ZONE;
  const children = await readChildren(user, services);
  const enrolled = (await listEnrolled(user, children, services)).sort(
    (a, b) => b.seat.enrolledAt.getTime() - a.seat.enrolledAt.getTime(),
  );
  const [payments, health] = await Promise.all([
    readPayments(enrolled, services),
    readHealth(enrolled, children, services),
  ]);
  return enrolled.map(({ seat, campClass }) => ({
    classId: campClass._id.toHexString(),
    camp_start: campClass.camp_start,
    camp_end: campClass.camp_end,
    ...readClassFacts(campClass),
    classData: {
      image: campClass.image,
      name: campClass.name,
      instructor: campClass.instructor?.name ?? NOT_ASSIGNED,
    },
    date: formatDay(seat.enrolledAt, timeZone),
    time: formatTime(seat.enrolledAt, timeZone),
    room: campClass.assign_room,
    entry_code: seat.entry_code,
    price: seat.price,
    currency: (
      payments.get(seat.paymentId)?.currency ?? services.environment.CURRENCY
    ).toUpperCase(),
    transactionId: seat.paymentId,
    cartId: seat.cartId.toHexString(),
    childId: seat.childId?.toHexString() ?? null,
    student_name: seat.name,
    isPayer: seat.email === user.email,
    isOffered: seat.isOffered ?? false,
    health: seat.childId ? (health.get(seat.childId.toHexString()) ?? 'hidden') : null,
    calendar: buildCalendarFile(
      {
        ...summarizeClass(campClass),
        ...summarizeSeat(seat, payments.get(seat.paymentId)?.items.length ?? 1),
      },
      { method: 'PUBLISH', timeZone, madeAt: services.now() },
    ),
  }));
}

/** Which children a person may see, and for which they may book. */
type Children = Record<'see' | 'book', ObjectId[]>;

async function readChildren(user: Reader, services: Services): Promise<Children> {
  const children = await listChildrenOf(user, services);
  return {
    see: idsWithRight('see', children, user._id),
    book: idsWithRight('book', children, user._id),
  };
}

/** The paid seats that a person may see, without what else the page of enrolled classes says about them. */
export async function listEnrolledSeats(user: Reader, services: Services): Promise<EnrolledSeat[]> {
  return listEnrolled(user, await readChildren(user, services), services);
}

async function listEnrolled(
  { email }: Reader,
  { see, book }: Children,
  services: Services,
): Promise<EnrolledSeat[]> {
  const seats = await getSeatsOf({ email, childIds: see }, services);
  return seats.flatMap(({ campClass, seat }) => {
    const { childId } = seat;
    const isVisible = !childId || has(see, childId) || (seat.email === email && has(book, childId));
    return isVisible && seat.state === 'enrolled' ? [{ campClass, seat }] : [];
  });
}

/** The payments of seats, by their ids. */
async function readPayments(
  enrolled: EnrolledSeat[],
  { database }: Services,
): Promise<Map<string, Payment>> {
  const paymentIds = enrolled.map(({ seat }) => seat.paymentId);
  const payments = await listPayments(database.collections, paymentIds);
  return new Map(payments.map((payment) => [payment.paymentId, payment]));
}

/** Whether the school knows about the children's health, by child id; only of those that the person may see. */
async function readHealth(
  enrolled: EnrolledSeat[],
  { see }: Children,
  services: Services,
): Promise<Map<string, HealthState>> {
  const seated = see.filter((id) => enrolled.some(({ seat }) => seat.childId?.equals(id)));
  return seated.length > 0 ? findHealthStates(seated, services) : new Map();
}

function has(ids: ObjectId[], id: ObjectId): boolean {
  return ids.some((one) => one.equals(id));
}
