import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import type {
  ClassPeople,
  ListedClass,
  EnrolledPerson,
  HoldingPerson,
  SeatPayment,
} from '@speakifyr/contract/office.ts';
import { ObjectId } from 'mongodb';
import { findClass, listClassPage } from '../database/class-store.ts';
import { matchClass, matchSeason } from '../classes/managed-classes.ts';
import type { ClassDocument, Seat, EnrolledSeat, HeldSeat } from '../database/collections.ts';
import { listEnrolledSeats, listHeldSeats } from '../enrollments/seats/find-seat.ts';
import type { Page } from '../database/lists.ts';
import { classNotFound } from '../errors.ts';
import {
  getRefundProgress,
  type RefundProgress,
} from '../enrollments/changes/cancel-seats-of-classes.ts';
import { getPaymentsOfClass } from '../billing/ledger/payment-lists.ts';
import { getRefundTerms } from '../billing/ledger/refund-policy.ts';
import {
  whatIsLeftOfEach,
  listPaidUnder,
  type PaidPart,
  sumLeft,
} from '../billing/ledger/what-is-left.ts';
import { readToday } from '../school-time.ts';
import { readInstructors } from '../people/users/class-instructors.ts';
import { readPeople, type Person } from '../people/users/participant-names.ts';
import type { Services } from '../services.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';

/** Classes with one status (open by default), and how many people are in each. */
export async function getClassList(
  { status = 'open', search, season, ...request }: ParsedInput<Contract['GET /classList']>['query'],
  services: Services,
): Promise<Page<ListedClass>> {
  const filter = {
    status,
    ...(season && matchSeason(season, readToday(services))),
    ...(search && (await matchClass(search, services))),
  };
  const { items, total } = await listClassPage(services.database.collections, filter, request);
  const present = await makePresenter(items, services);
  return {
    total,
    items: items.map((campClass) => ({
      ...present(campClass),
      enrolled: listEnrolledSeats(campClass).length,
      held: listHeldSeats(campClass).length,
    })),
  };
}

/**
 * A class with any status, and its people: who is enrolled, by entry code; who holds a seat, first to end first; and the
 * latest refunds.
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found`
 */
export async function getClassPeople(id: string, services: Services): Promise<ClassPeople> {
  const classId = new ObjectId(id);
  const [campClass, payments] = await Promise.all([
    findClass(services.database.collections, { _id: classId }),
    getPaymentsOfClass(classId, services),
  ]);
  if (!campClass) throw classNotFound();
  const seats = listEnrolledSeats(campClass);
  const [current, left] = await Promise.all([
    getRefundTerms(services),
    whatIsLeftOfEach(seats, services),
  ]);
  const personOf = await readPeople(campClass.seats, services);
  const withPerson = <S extends Seat>(seat: S) => ({ ...seat, ...personOf(seat) });
  const present = await makePresenter([campClass], services);
  const bought = new Map(
    payments.seats.map((payment) => [`${payment._id} ${payment.seatId}`, payment]),
  );
  const open = payments.seats.filter(({ state }) => state === 'open');
  const begun = new Map(open.map((payment) => [payment.moveId ?? payment.seatId, payment]));
  return {
    ...present(campClass),
    price: campClass.price,
    assign_room: campClass.assign_room,
    enrolled: seats
      .map((seat) => {
        const payment = bought.get(`${seat.paymentId} ${seat.seatId.toHexString()}`);
        const parts = left.get(seat.seatId.toHexString()) ?? [];
        return presentEnrolled(withPerson(seat), { payment, parts, current });
      })
      .sort((a, b) => a.entry_code.localeCompare(b.entry_code, 'en', { numeric: true })),
    held: listHeldSeats(campClass)
      .map((seat) =>
        presentHeld(withPerson(seat), begun.get((seat.move?.moveId ?? seat.seatId).toHexString())),
      )
      .sort((a, b) => a.heldUntil.localeCompare(b.heldUntil)),
    refunded: payments.refunds,
  };
}

/** Reads what all these classes need: their instructors, and how far their refunds are. */
async function makePresenter(
  classes: ClassDocument[],
  services: Services,
): Promise<(campClass: ClassDocument) => Omit<ListedClass, 'enrolled' | 'held'>> {
  const canceled = classes.filter((campClass) => campClass.canceled).map(({ _id }) => _id);
  const progress = await getRefundProgress(canceled, services);
  const instructorOf = await readInstructors(classes, services);
  return (campClass) => {
    const { _id, name, course_tag, camp_start, camp_end, status, sit } = campClass;
    return {
      ...{ _id: _id.toHexString(), name, course_tag, camp_start, camp_end, status, sit },
      instructor: instructorOf(campClass)?.name ?? NOT_ASSIGNED,
      canceled: presentCanceled(campClass, progress.get(_id.toHexString())),
    };
  };
}

function presentCanceled(
  campClass: ClassDocument,
  { refundsOpen, refundsFailed }: RefundProgress = { refundsOpen: 0, refundsFailed: 0 },
): ListedClass['canceled'] {
  if (!campClass.canceled) return null;
  const { at, seats } = campClass.canceled;
  const left = listEnrolledSeats(campClass).length;
  return { at: at.toISOString(), seats, left, refundsOpen, refundsFailed };
}

function presentParticipant({ seatId, name, email, childId }: Seat & Person) {
  return {
    cartId: seatId.toHexString(),
    name,
    email,
    childId: childId?.toHexString() ?? null,
  };
}

/**
 * @param ledger.payment the seat's own line; `parts`: what is left of each of its payments; `current`: today's refund
 *   policy, for seats without one
 */
export function presentEnrolled(
  seat: EnrolledSeat & Person,
  ledger: { payment: SeatPayment | undefined; parts: PaidPart[]; current: RefundTerms },
): EnrolledPerson {
  const { payment, parts, current } = ledger;
  return {
    ...presentParticipant(seat),
    entry_code: seat.entry_code,
    enrolledAt: seat.enrolledAt.toISOString(),
    price: seat.price,
    isForResale: seat.isForResale === true,
    payment: presentSeatPayment(payment),
    left: sumLeft(parts),
    terms: parts[0]?.terms ?? current,
    parts: listPaidUnder(parts),
  };
}

export function presentHeld(
  seat: HeldSeat & Person,
  payment: SeatPayment | undefined,
): HoldingPerson {
  return {
    ...presentParticipant(seat),
    joinedAt: seat.joinedAt.toISOString(),
    heldUntil: seat.heldUntil.toISOString(),
    payment: presentSeatPayment(payment),
  };
}

function presentSeatPayment(payment: SeatPayment | undefined): SeatPayment | null {
  if (!payment) return null;
  const { _id, amount, currency, state } = payment;
  return { _id, amount, currency, state };
}
