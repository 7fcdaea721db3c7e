import {
  CERTIFICATE_WARNING_DAYS,
  findCertificateProblems,
} from '@speakifyr/contract/certificate-state.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { Filter } from 'mongodb';
import type { ClassesToSee, Compared, DayList } from '@speakifyr/contract/day-list.ts';
import { findWeekStart } from '@speakifyr/contract/days.ts';
import { CONTACT_DUE_DAYS } from '@speakifyr/contract/limits.ts';
import { countDocumentsToSee } from '../forms/form-people.ts';
import { listMissing } from '../attendance/missing-people.ts';
import { listNotAllowed } from '../attendance/not-allowed.ts';
import { findCareNeeds } from '../families/care-needs.ts';
import { getOwedTotals } from './owed-seats.ts';
import { countCalls } from '../messages/calls.ts';
import { getMessages } from '../messages/contact/contact.service.ts';
import { BY_START, countClasses, listClasses } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import { getOutbox, type OutboxReader } from '../messages/outbox-list.ts';
import type { DayTotal, MoneyReader } from '../ledger/money-by-day.ts';
import { getOpenRefunds } from '../payments/open-refunds.ts';
import { addDays, findDayStart, readToday } from '../school-time.ts';
import { HAS_WAITING } from '../waiting/waiting-classes.ts';
import { listEnrolledSeats } from '../seats/find-seat.ts';
import type { OwingReader } from '../seats/owing-seats.ts';
import type { Services } from '../services.ts';
import { presentFacts } from '../users/certificates.ts';
import { findActiveUsers } from '../users/find-users.ts';

/** The same weekday of last year. */
const YEAR_OF_WEEKS = -52 * 7;
/** The most open disputes that are shown. */
const MAX_DISPUTES = 20;
/** No deadline comes after all others. */
const LAST = '9999';
/** Only to count them. */
const ONE = { page: 1, size: 1 };

/** What awaits the office today, what is new since yesterday, and how the school does compared to last year. R261 */
export async function getOfficeDay(
  { readMoney, readOwing }: { readMoney: MoneyReader; readOwing: OwingReader },
  reader: NonNullable<OutboxReader>,
  services: Services,
): Promise<DayList> {
  const { collections } = services.database;
  const today = readToday(services);
  const yesterday = addDays(today, -1);
  const since = findDayStart(yesterday, SCHOOL.timeZone);
  const [
    disputes,
    refunds,
    mails,
    documents,
    messages,
    calls,
    owed,
    missing,
    notAllowed,
    certificates,
    unready,
    alone,
    full,
    users,
    newMessages,
    days,
  ] = await Promise.all([
    listOpenDisputes(services),
    getOpenRefunds(ONE, services),
    getOutbox({ ...ONE, state: 'failed' }, services, reader),
    countDocumentsToSee(services),
    getMessages({ ...ONE, done: false }, services),
    countCalls(reader, services),
    getOwedTotals(readOwing, services),
    listMissing(services),
    listNotAllowed(reader, services),
    findStaffProblems(services),
    findUnready(today, services),
    findFirst(
      { status: 'open', instructorId: null, camp_start: { $gte: today } },
      (campClass) => listEnrolledSeats(campClass).length,
      services,
    ),
    findFirst(
      { ...HAS_WAITING, status: 'open', sit: 0, camp_start: { $gte: today } },
      ({ waiting = [] }) => waiting.reduce((sum, { people }) => sum + people.length, 0),
      services,
    ),
    collections.users.countDocuments({ createdAt: { $gte: since }, status: { $ne: 'deleted' } }),
    collections.contactMessages.countDocuments({ at: { $gte: since } }),
    readMoney(),
  ]);
  const recent = days.filter(({ day }) => day >= yesterday);
  return {
    disputes,
    refunds: refunds.total,
    mails: mails.total,
    documents,
    messages: messages.total,
    calls,
    owed,
    ...missing,
    notAllowed,
    certificates,
    unready,
    withoutInstructor: alone,
    fullWithWaiting: full,
    sinceYesterday: {
      users,
      messages: newMessages,
      payments: add(recent, ({ paid }) => paid.count),
      paid: add(recent, ({ paid }) => paid.amount),
      refunds: add(recent, ({ refunded }) => refunded.count),
      refunded: add(recent, ({ refunded }) => refunded.amount),
    },
    week: compare(days, findWeekStart(today), today, (day) => addDays(day, YEAR_OF_WEEKS)),
    month: compare(days, `${today.slice(0, 7)}-01`, today, sameDayLastYear),
    season: compare(days, `${today.slice(0, 4)}-01-01`, today, sameDayLastYear),
  };
}

/** Classes that start within two weeks with children who lack an emergency contact or an answer about health. */
async function findUnready(today: string, services: Services): Promise<ClassesToSee> {
  const days = Array.from({ length: CONTACT_DUE_DAYS + 1 }, (_none, later) =>
    addDays(today, later),
  );
  const soon = { status: 'open' as const, camp_start: { $in: days } };
  const classes = await listClasses(services.database.collections, soon, { sort: BY_START });
  const seats = classes.flatMap((campClass) =>
    listEnrolledSeats(campClass).flatMap(({ childId }) =>
      childId ? [{ childId, lastDay: campClass.camp_end, classId: campClass._id }] : [],
    ),
  );
  const needs = await findCareNeeds(seats, services);
  const lacking = seats.filter((_seat, place) =>
    needs[place]?.some((need) => need === 'health' || need === 'emergency'),
  );
  const found = classes
    .map(({ _id, name, camp_start }) => ({
      _id: _id.toHexString(),
      name,
      camp_start,
      people: lacking.filter(({ classId }) => classId.equals(_id)).length,
    }))
    .filter(({ people }) => people > 0);
  return { first: found, total: found.length };
}

/** How many classes of each kind the list shows. */
const SHOWN = 3;

/** The next ones of these classes, each with a number of people, and how many classes there are. */
async function findFirst(
  filter: Filter<ClassDocument>,
  countPeople: (campClass: ClassDocument) => number,
  { database: { collections } }: Services,
): Promise<ClassesToSee> {
  const [first, total] = await Promise.all([
    listClasses(collections, filter, { sort: BY_START, limit: SHOWN }),
    countClasses(collections, filter),
  ]);
  return {
    total,
    first: first.map((campClass) => ({
      _id: campClass._id.toHexString(),
      name: campClass.name,
      camp_start: campClass.camp_start,
      people: countPeople(campClass),
    })),
  };
}

/** Payments with an open dispute, the first deadline first. */
async function listOpenDisputes({ database }: Services): Promise<DayList['disputes']> {
  const { payments } = database.collections;
  const open = await payments.find({ 'dispute.state': 'open' }).limit(MAX_DISPUTES).toArray();
  return open
    .map(({ _id, studentName, dispute, currency }) => ({
      paymentId: _id,
      name: studentName,
      amount: dispute?.amount ?? 0,
      dueBy: dispute?.dueBy?.toISOString() ?? null,
      currency: currency.toUpperCase(),
    }))
    .sort((one, other) => (one.dueBy ?? LAST).localeCompare(other.dueBy ?? LAST));
}

function compare(
  days: DayTotal[],
  from: string,
  to: string,
  lastYear: (day: string) => string,
): Compared {
  return {
    from,
    now: sumUp(days, from, to),
    lastYear: sumUp(days, lastYear(from), lastYear(to)),
  };
}

/** Both days are included. */
function sumUp(days: DayTotal[], from: string, to: string): Compared['now'] {
  const within = days.filter(({ day }) => day >= from && day <= to);
  return {
    amount: add(within, ({ kept }) => kept),
    payments: add(within, ({ paid }) => paid.count),
  };
}

function add(days: DayTotal[], read: (day: DayTotal) => number): number {
  return days.reduce((sum, day) => sum + read(day), 0);
}

/** February 29 has none; the text sorts right anyway. */
function sameDayLastYear(day: string): string {
  return `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
}

/**
 * Those who lead an open class that is not over, or are or will be on its team, and have a certificate that is not
 * clear, has ended, or ends within CERTIFICATE_WARNING_DAYS days, by name. A missing background check counts only once
 * the school has recorded one for any of them: until then, it keeps them elsewhere. R416
 */
async function findStaffProblems(services: Services): Promise<DayList['certificates']> {
  const today = readToday(services);
  const days = { today, until: addDays(today, CERTIFICATE_WARNING_DAYS) };
  const classes = await listClasses(services.database.collections, {
    status: 'open',
    camp_end: { $gte: today },
  });
  const ids = classes.flatMap(({ instructorId, team = [] }) => [
    ...(instructorId ? [instructorId] : []),
    ...team.filter(({ to }) => to >= today).map(({ userId }) => userId),
  ]);
  const people = await findActiveUsers(ids, services);
  const isKept = people.some(({ certificates = [] }) =>
    certificates.some(({ kind }) => kind === 'background_check'),
  );
  return people
    .map((person) => ({
      userId: person._id.toHexString(),
      name: person.name,
      email: person.email,
      problems: findCertificateProblems(presentFacts(person), days).filter(
        ({ problem }) => isKept || problem !== 'missing',
      ),
    }))
    .filter(({ problems }) => problems.length > 0)
    .sort((a, b) => a.name.localeCompare(b.name));
}
