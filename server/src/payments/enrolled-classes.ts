import type { ObjectId } from 'mongodb';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { formatSentTime } from '@speakifyr/contract/format.ts';
import type { HealthState } from '@speakifyr/contract/health-state.ts';
import { type CampNeed, NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { showCampDays } from '../class-days.ts';
import { buildCalendarFile } from '../calendar-file.ts';
import { type FamilyRights, readFamilyRights } from '../families/family-rights.ts';
import { listGuardians } from '../families/guardians.ts';
import { findHealthStates } from '../families/health.ts';
import { findNeeds } from '../forms/needs.ts';
import { readInstructors } from '../users/class-instructors.ts';
import { readClassFacts } from '../class-facts.ts';
import { listClasses } from '../database/class-store.ts';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { formatDay, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { getExtras } from '../prices/extras.ts';
import { mayChooseExtras, presentExtras } from './change-extras.ts';
import { listInstallments } from './installments/list-installments.ts';
import { groupByClass, listEnrolled } from './readable-seats.ts';
import type { SeatOfClass } from '../seats/find-seat.ts';
import { type LineReader, readableLines } from '../prices/readable-lines.ts';
import { findShareOf, listOwedOf, mayChangeSeat } from '../seats/seat-plan.ts';

type Reader = Pick<UserDocument, 'email' | 'status'> & LineReader;

/**
 * The paid seats that a person may see, newest first: their own, those of children that they may see, and those that
 * they booked for a child that they may still book for. R101
 */
export async function getEnrolledClasses(
  user: Reader,
  services: Services,
): Promise<EnrolledClass[]> {
  const timeZone = SCHOOL.timeZone;
  const rights = await readFamilyRights(user, services);
  const { enrolled, payments, personOf } = await listEnrolled(user, rights, services);
  const [health, needs, payers] = await Promise.all([
    readHealth(enrolled, rights, services),
    readNeeds(enrolled, { rights, user }, services),
    readPayers(
      enrolled.filter(({ seat }) => !seat.userId.equals(user._id)),
      services,
    ),
  ]);
  const extras = await getExtras(services);
  const instructorOf = await readInstructors(
    enrolled.map(({ campClass }) => campClass),
    services,
  );
  const calendars = makeCalendars(
    await groupByClass(enrolled, { payments, personOf }, services),
    services,
  );
  const soldByDay = await findSoldByDay(enrolled, services);
  return enrolled.map(({ seat, campClass }) => ({
    classId: campClass._id.toHexString(),
    ...showCampDays(campClass),
    ...readClassFacts(campClass),
    classData: {
      image: campClass.image,
      name: campClass.name,
      instructor: instructorOf(campClass)?.name ?? NOT_ASSIGNED,
    },
    date: formatDay(seat.enrolledAt, timeZone),
    time: formatSentTime(seat.enrolledAt, timeZone),
    room: campClass.assign_room,
    entry_code: seat.entry_code,
    price: seat.price,
    lines: readableLines(seat.lines, seat.userId, user),
    ...(seat.extras && { extras: presentExtras({ campClass, seat }) }),
    ...(mayChangeSeat(seat, user) &&
      rights.may('book', seat.childId) &&
      mayChooseExtras({ campClass, seat }, extras, services) && { mayAddExtras: true as const }),
    currency: (payments.get(seat.paymentId)?.currency ?? SCHOOL.currency).toUpperCase(),
    transactionId: seat.paymentId,
    cartId: seat.seatId.toHexString(),
    childId: seat.childId?.toHexString() ?? null,
    student_name: personOf(seat).name,
    isPayer: mayChangeSeat(seat, user),
    ...(mayChangeSeat(seat, user) &&
      soldByDay.has(campClass._id.toHexString()) && { mayChangeDays: true as const }),
    isForResale: seat.isForResale ?? false,
    owed: listOwedOf(user, { campClass, seat }),
    share: findShareOf(user, seat),
    installments: seat.userId.equals(user._id) ? listInstallments(campClass, seat) : null,
    paidBy: payers.get(seat.seatId.toHexString()) ?? null,
    health: seat.childId ? (health.get(seat.childId.toHexString()) ?? 'hidden') : null,
    needs: needs.get(seat.seatId.toHexString()) ?? null,
    calendar: calendars.get(campClass._id.toHexString()) ?? '',
  }));
}

/** Which of these classes are sold by day, and not over. */
async function findSoldByDay(
  enrolled: SeatOfClass<EnrolledSeat>[],
  services: Services,
): Promise<Set<string>> {
  const today = readToday(services);
  const isOpen = (campClass: ClassDocument) =>
    campClass.status === 'open' && campClass.byDay && campClass.camp_end >= today;
  const whole = enrolled.map(({ campClass }) => campClass).filter(isOpen);
  // Who has some days has a class of just these.
  const ids = enrolled.flatMap(({ campClass, seat }) => (seat.days ? campClass._id : []));
  const some =
    ids.length > 0 ? await listClasses(services.database.collections, { _id: { $in: ids } }) : [];
  return new Set([...whole, ...some.filter(isOpen)].map(({ _id }) => _id.toHexString()));
}

/** The calendar file of each class, by its id, with everybody in the family who sits there. */
function makeCalendars(
  groups: Awaited<ReturnType<typeof groupByClass>>,
  { now, database }: Services,
): Map<string, string> {
  const { timeZone } = SCHOOL;
  const { entryEnding } = database;
  return new Map(
    groups.map((group) => [
      group.classId,
      buildCalendarFile([group], { method: 'PUBLISH', madeAt: now(), timeZone, entryEnding }),
    ]),
  );
}

/** Whether the school knows about the children's health, by child id; only of those that the person may see. */
async function readHealth(
  enrolled: SeatOfClass<EnrolledSeat>[],
  rights: FamilyRights,
  services: Services,
): Promise<Map<string, HealthState>> {
  const seated = rights
    .listIds('see')
    .filter((id) => enrolled.some(({ seat }) => seat.childId?.equals(id)));
  return seated.length > 0 ? findHealthStates(seated, services) : new Map();
}

/** What children still need before these classes, by seat id; only of those that the person may see. */
async function readNeeds(
  enrolled: SeatOfClass<EnrolledSeat>[],
  { rights, user }: { rights: FamilyRights; user: { _id: ObjectId } },
  services: Services,
): Promise<Map<string, CampNeed[]>> {
  const seats = enrolled.flatMap(({ seat: { seatId, childId, userId: booker }, campClass }) => {
    // Nobody else can answer for the family of who booked.
    const userId = booker.equals(user._id) ? booker : undefined;
    return childId && rights.may('see', childId)
      ? [{ seatId, childId, lastDay: campClass.camp_end, userId }]
      : [];
  });
  const needs = await findNeeds(seats, services);
  return new Map(seats.map(({ seatId }, index) => [seatId.toHexString(), needs[index] ?? []]));
}

/** Who paid for these seats of children, by seat id; only those who are still guardians of the child. R253 */
async function readPayers(
  enrolled: SeatOfClass<EnrolledSeat>[],
  services: Services,
): Promise<Map<string, string>> {
  if (enrolled.length === 0) return new Map();
  const childIds = enrolled.flatMap(({ seat }) => seat.childId ?? []);
  const guardians = await listGuardians(childIds, services);
  return new Map(
    enrolled.flatMap(({ seat: { seatId, childId, userId } }) => {
      const ofChild = guardians.get(childId?.toHexString() ?? '') ?? [];
      const payer = ofChild.find(({ user }) => user._id.equals(userId));
      return payer ? [[seatId.toHexString(), payer.user.name]] : [];
    }),
  );
}
