import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import type {
  ClassPeople,
  ListedClass,
  EnrolledPerson,
  HoldingPerson,
} from '@speakifyr/contract/office.ts';
import { ObjectId } from 'mongodb';
import { showCampDays } from '../class-days.ts';
import { findClass, listClassPage } from '../database/class-store.ts';
import { matchClass, matchSeason } from '../classes/managed-classes.ts';
import type { ClassDocument, Seat, EnrolledSeat, HeldSeat } from '../database/class-document.ts';
import { listWishes } from '../families/friends.ts';
import { presentGroups } from '../seats/groups.ts';
import {
  isEnrolled,
  listEnrolledSeats,
  listHeldSeats,
  onlyEnrolled,
  onlyHeld,
  type SeatOfClass,
  pairSeat,
} from '../seats/find-seat.ts';
import { isOpenOffer } from '../seats/offered-seat.ts';
import type { Page } from '../database/lists.ts';
import { classNotFoundError } from '../errors.ts';
import {
  getRefundProgress,
  NO_REFUNDS,
  type RefundProgress,
} from '../changes/cancel-seats-of-classes.ts';
import { readCartPrices } from '../payments/held-prices.ts';
import { type LineReader, readableLines } from '../prices/readable-lines.ts';
import { countKeptExtras, owedForExtras } from '../seats/seat-extras.ts';
import { listOwedFor, splitPriceOf } from '../seats/seat-plan.ts';
import { getRefundsOfClass } from '../ledger/payment-lists.ts';
import { findLineOfHold, listPaymentsOfHolds, type Payment } from '../ledger/payment-store.ts';
import { getRefundTerms } from '../ledger/refund-policy.ts';
import { whatIsLeftOfEach, listPaidUnder, sumLeft } from '../ledger/what-is-left.ts';
import { readToday } from '../school-time.ts';
import { readInstructors } from '../users/class-instructors.ts';
import { findPeopleById } from '../users/find-users.ts';
import { type PersonOf, readPeople } from '../users/participant-names.ts';
import type { Services } from '../services.ts';

/** Classes with one status (open by default), and how many people are in each. R72, R171 */
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
 * A class with any status, and its people: who is enrolled, by entry code; who holds a seat, first to end first; and
 * the latest refunds.
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found`
 */
export async function getClassPeople(
  id: string,
  admin: LineReader,
  services: Services,
): Promise<ClassPeople> {
  const classId = new ObjectId(id);
  const [campClass, refunded] = await Promise.all([
    findClass(services.database.collections, { _id: classId }),
    getRefundsOfClass(classId, services),
  ]);
  if (!campClass) throw classNotFoundError();
  const present = await makePresenter([campClass], services);
  const inClass = campClass.seats.map((seat) => pairSeat(campClass, seat));
  const seats = await makeSeatPresenter(inClass, admin, services);
  const presentBooked = (seat: Seat) => {
    const { bookedBy, phone, birthDate } = seats.personOf(seat);
    return { userId: seat.userId.toHexString(), bookedBy, phone, birthDate };
  };
  return {
    ...present(campClass),
    price: campClass.price,
    assign_room: campClass.assign_room,
    enrolled: onlyEnrolled(inClass)
      .map((one) => ({ ...seats.presentEnrolled(one), ...presentBooked(one.seat) }))
      .sort((a, b) => a.entry_code.localeCompare(b.entry_code, 'en', { numeric: true })),
    held: onlyHeld(inClass)
      .map((one) => ({ ...seats.presentHeld(one), ...presentBooked(one.seat) }))
      .sort((a, b) => a.heldUntil.localeCompare(b.heldUntil)),
    refunded,
    groups: presentGroups(campClass),
    ...addWishes(listWishes(campClass)),
  };
}

const addWishes = (wishes: string[][]) => (wishes.length > 0 ? { wishes } : {});

/** Reads what all these classes need: their instructors, and the progress of their refunds. */
async function makePresenter(
  classes: ClassDocument[],
  services: Services,
): Promise<(campClass: ClassDocument) => Omit<ListedClass, 'enrolled' | 'held'>> {
  const canceled = classes.filter((campClass) => campClass.canceled).map(({ _id }) => _id);
  const progress = await getRefundProgress(canceled, services);
  const instructorOf = await readInstructors(classes, services);
  return (campClass) => {
    const { _id, name, course_tag, status, sit } = campClass;
    return {
      _id: _id.toHexString(),
      name,
      course_tag,
      ...showCampDays(campClass),
      status,
      sit,
      instructor: instructorOf(campClass)?.name ?? NOT_ASSIGNED,
      canceled: presentCanceled(campClass, progress.get(_id.toHexString())),
    };
  };
}

function presentCanceled(
  campClass: ClassDocument,
  progress: RefundProgress = NO_REFUNDS,
): ListedClass['canceled'] {
  if (!campClass.canceled) return null;
  const { at, seats } = campClass.canceled;
  const left = listEnrolledSeats(campClass).length;
  return { at: at.toISOString(), seats, left, ...progress };
}

/** Reads what all these seats need, for this admin: their people, their payments, and what is left of what was paid. */
export async function makeSeatPresenter(
  found: SeatOfClass[],
  admin: LineReader,
  services: Services,
): Promise<{
  presentEnrolled: (one: SeatOfClass<EnrolledSeat>) => EnrolledPerson;
  presentHeld: (one: SeatOfClass<HeldSeat>) => HoldingPerson;
  personOf: PersonOf;
}> {
  const seats = found.map(({ seat }) => seat);
  const coPayers = seats.flatMap((seat) => (isEnrolled(seat) && seat.coPay?.userId) || []);
  const [payments, left, current, personOf, priceOf, names] = await Promise.all([
    listPaymentsOfHolds(services.database.collections, seats),
    whatIsLeftOfEach(seats.filter(isEnrolled), services),
    getRefundTerms(services),
    readPeople(seats, services),
    readCartPrices(onlyHeld(found), services),
    findPeopleById(coPayers, services),
  ]);
  const presentSeat = (seat: Seat, payment: Payment | undefined) => {
    const { name, email } = personOf(seat);
    const { seatId, childId, days } = seat;
    const line = payment && findLineOfHold(payment, seat);
    return {
      cartId: seatId.toHexString(),
      childId: childId?.toHexString() ?? null,
      ...(days && { days }),
      name,
      email,
      payment: line
        ? {
            _id: payment.paymentId,
            amount: line.amount,
            state: line.state,
            method: payment.method,
            currency: payment.currency.toUpperCase(),
          }
        : null,
    };
  };
  return {
    personOf,
    presentEnrolled({ seat, campClass }) {
      const { entry_code, enrolledAt, price, isForResale = false } = seat;
      const lines = readableLines(seat.lines, seat.userId, admin);
      const parts = left.get(seat.seatId.toHexString()) ?? [];
      return {
        ...presentSeat(
          seat,
          payments.find(({ paymentId }) => paymentId === seat.paymentId),
        ),
        entry_code,
        enrolledAt: enrolledAt.toISOString(),
        price,
        lines,
        isForResale,
        owed: [...listOwedFor(campClass, seat), ...listOwedFor(campClass, seat.coPay ?? {})],
        coPay: seat.coPay
          ? {
              name: names.get(seat.coPay.userId.toHexString())?.name ?? '',
              amount: splitPriceOf(seat)[1],
            }
          : null,
        left: sumLeft(parts),
        // Today's refund policy, for a seat that is not in the ledger.
        terms: parts[0]?.terms ?? current,
        parts: listPaidUnder(parts),
        ...(seat.extras && { extrasMoney: describeExtrasMoney(seat) }),
      };
    },
    presentHeld({ seat, campClass }) {
      const { joinedAt, heldUntil } = seat;
      const begun = payments.findLast(
        (payment) => payment.status === 'open' && findLineOfHold(payment, seat),
      );
      return {
        ...presentSeat(seat, begun),
        userId: seat.userId.toHexString(),
        cost: priceOf({ campClass, seat }).own,
        isReserved: seat.reserved !== undefined,
        isOffered: isOpenOffer(seat),
        joinedAt: joinedAt.toISOString(),
        heldUntil: heldUntil.toISOString(),
      };
    },
  };
}

function describeExtrasMoney(seat: EnrolledSeat): EnrolledPerson['extrasMoney'] {
  const { added, withSeat } = countKeptExtras(seat);
  return { kept: added + withSeat, owed: owedForExtras(seat) };
}
