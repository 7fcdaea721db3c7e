import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { ClassDocument, SeatPlan } from '../../../server/src/database/class-document.ts';
import type { Collections } from '../../../server/src/database/collections.ts';
import type { ContactMessageDocument } from '../../../server/src/database/contact-documents.ts';
import type { PaymentDocument } from '../../../server/src/database/payment-documents.ts';
import type { UserDocument } from '../../../server/src/database/user-documents.ts';
import type { ChildDocument } from '../../../server/src/database/family-documents.ts';
import type { WaitingEntry } from '../../../server/src/database/waiting-documents.ts';
import { DAY_MS } from '../../../server/src/school-time.ts';
import {
  makeChild,
  makePayment,
  makeUser,
  makeUserId,
} from '../../../server/src/testing/documents.ts';
import { makePlan } from '../../../server/src/seats/seat-plan.ts';
import { makeEnrolledSeat } from '../../../server/src/testing/seats.ts';
import { makeClasses } from './large-classes.ts';
import { ADMIN, makeDaysOfOffice } from './large-office.ts';
import { insertAll } from './people.ts';

/** How large a school is. Half of its classes lie in the past, a third have no instructor. */
export type SchoolSize = {
  users: number;
  children: number;
  classes: number;
  payments: number;
  /** Without it, one for three classes. */
  instructors?: number;
};

export const LARGE_SCHOOL: SchoolSize = {
  ...{ users: 12_000, children: 9_000 },
  ...{ classes: 300, payments: 20_000 },
};
/** As large as the demo school, and as many classes again that are over. */
export const SMALL_SCHOOL: SchoolSize = { users: 46, children: 34, classes: 24, payments: 220 };
/** A small school with a large team. */
export const TEAM_SCHOOL: SchoolSize = {
  ...{ users: 300, children: 120, classes: 60, payments: 300 },
  instructors: 110,
};

/** The payments are spread over two years. */
const SALE_DAYS = 700;
const HOUR_MS = DAY_MS / 24;
/** Every so many seats are paid in parts. */
const OWED_EVERY = 9;
/** How many seats are taken, by the number of the class. Some are full. */
const TAKEN = [8, 14, MAX_SEATS, 11, 17];
const FIRST =
  'Ada Ben Chloé Dara Elif Finn Grace Hana Ivo June Kofi Lena Mateo Nia Omar Priya'.split(' ');
const LAST =
  'Abbott Brandt Castillo Dempsey Eriksen Fofana Greene Haddad Ito Jansen Kaur Lopez'.split(' ');

const ENDINGS = ['', 'bel', 'dor', 'fen', 'gil', 'ka', 'lin', 'mar', 'nes', 'rik', 'sa'];

/** Fills a database with a school of this size, beside what is there. It has to be empty of such a school. */
export async function fillLargeSchool(
  collections: Collections,
  size: SchoolSize,
  now = new Date(),
): Promise<void> {
  const teachers = makePeople('instructor', size.instructors ?? Math.ceil(size.classes / 3), now);
  const parents = makePeople('student', size.users - teachers.length, now);
  const children = makeChildren(size.children, parents);
  const classes = makeClasses(size.classes, teachers, now);
  const payments = fillClasses(classes, size.payments, { parents, children }, now);
  const waiting = classes.filter(({ sit, status }) => sit === 0 && status === 'open');
  for (const [number, campClass] of waiting.entries())
    campClass.waiting = [makeWaiting(parents[number]!, now)];
  await insertAll(collections.users, [...teachers, ...parents]);
  await insertAll(collections.children, children);
  await insertAll(collections.classes, classes);
  await insertAll(collections.payments, payments);
  // Every fifth family has not answered yet.
  const answered = children.filter((_none, number) => number % 5 > 0);
  await answerCare(collections, answered, now);
  await insertAll(collections.contactMessages, makeMessages(size.users / 30, now));
  const [last] = await collections.receipts.find().sort({ _id: -1 }).limit(1).toArray();
  const office = makeDaysOfOffice(payments, classes, (last?._id ?? 0) + 1, now);
  await insertAll(collections.receipts, office.receipts);
  await insertAll(collections.refunds, office.refunds);
  await insertAll(collections.events, office.events);
  await insertAll(collections.outbox, office.mails);
}

/** What families say about whom to call, and about health. */
export async function answerCare(
  { childContacts, childHealth }: Collections,
  children: ChildDocument[],
  now: Date,
): Promise<void> {
  const checked = { checkAfter: new Date(now.getTime() + 30 * DAY_MS) };
  await insertAll(
    childContacts,
    children.map(({ _id, name }) => ({
      ...{ _id, savedAt: now, ...checked },
      contacts: [
        {
          ...{ name: `${name}’s mother`, phone: '+12025550143', relation: 'Mother' },
          ...{ isEmergency: true, mayPickUp: true, pickUpUntil: null },
        },
      ],
    })),
  );
  await insertAll(
    childHealth,
    children.map(({ _id, addedBy }) => ({
      ...{ _id, allergies: [], medication: '', medicines: [], notes: '', nothingToTell: true },
      ...{ confirmedAt: now, ...checked },
      consent: { at: now, by: addedBy, textVersion: FIRST_TEXT_VERSION },
    })),
  );
}

function makePeople(role: 'student' | 'instructor', count: number, now: Date): UserDocument[] {
  return Array.from({ length: Math.max(1, Math.round(count)) }, (_none, number) =>
    makeUser({
      name: makeName(number),
      email: `${role}-${number}@large.test`,
      role,
      ...(role === 'student' && { phone: `+1202${String(5_550_000 + number)}` }),
      createdAt: new Date(now.getTime() - (1 + (number % 700)) * DAY_MS),
    }),
  );
}

/** Some hundred first names and as many family names. */
function makeName(number: number): string {
  const ending = (at: number) => ENDINGS[Math.floor(number / at) % ENDINGS.length];
  const first = `${FIRST[number % FIRST.length]}${ending(FIRST.length)}`;
  return `${first} ${LAST[Math.floor(number / 5) % LAST.length]}${ending(7)}`;
}

/** Two for each parent, until there are enough. */
function makeChildren(count: number, parents: UserDocument[]): ChildDocument[] {
  return Array.from({ length: count }, (_none, number) => {
    const parent = parents[Math.floor(number / 2) % parents.length]!;
    return makeChild(parent._id, {
      name: `${FIRST[(number * 7) % FIRST.length]} ${parent.name.split(' ').at(-1)}`,
      birthDate: `${2012 + (number % 9)}-0${1 + (number % 9)}-15`,
    });
  });
}

/** Sells seats until each class has enough. The other payments were given back, or never paid; years ago. */
function fillClasses(
  classes: ClassDocument[],
  count: number,
  { parents, children }: { parents: UserDocument[]; children: ChildDocument[] },
  now: Date,
): PaymentDocument[] {
  const byId = new Map(parents.map((parent) => [parent._id.toHexString(), parent]));
  const sold = classes.filter(({ status }) => status !== 'draft');
  const archived = classes.filter(({ status }) => status === 'archived');
  return Array.from({ length: count }, (_none, number) => {
    const child = children[(number * 13) % children.length]!;
    const payer = byId.get(child.addedBy.toHexString())!;
    const place = number % sold.length;
    const isSeated =
      sold[place]!.seats.length < TAKEN[place % TAKEN.length]! &&
      !sold[place]!.seats.some(({ childId }) => childId?.equals(child._id));
    const campClass = isSeated ? sold[place]! : archived[number % archived.length]!;
    return sellSeat(campClass, isSeated, { child, payer }, number, now);
  });
}

function sellSeat(
  campClass: ClassDocument,
  isSeated: boolean,
  { child, payer }: { child: ChildDocument; payer: UserDocument },
  number: number,
  now: Date,
): PaymentDocument {
  const paidAt = new Date(now.getTime() - (1 + ((number * 7_919) % SALE_DAYS)) * DAY_MS);
  const { _id: classId, price } = campClass;
  const who = { seatId: new ObjectId(), childId: child._id, name: child.name };
  const status = isSeated ? 'enrolled' : number % 5 === 0 ? 'refunded' : 'canceled';
  const paymentId = `pi_large_${number}`;
  // Some are paid in parts; the second one is owed.
  const deposit = isSeated && number % OWED_EVERY === 0 ? price * 50 : undefined;
  if (isSeated) {
    const seat = makeEnrolledSeat(payer, paidAt, child, {
      ...{ seatId: who.seatId, paymentId, price },
      ...(deposit && { plan: makeDeposit(deposit, { paymentId, paidAt, payer }, number, now) }),
      entry_code: `${campClass.course_tag}-${campClass.nextEntryNumber}`,
    });
    campClass.seats.push(seat);
    campClass.nextEntryNumber += 1;
    campClass.sit -= 1;
  }
  return makePayment(
    { ...who, classId },
    {
      ...{ _id: paymentId, email: payer.email, amount: deposit ?? price * 100, status },
      ...{ studentName: payer.name, createdAt: paidAt, settledAt: paidAt, changedAt: paidAt },
    },
  );
}

/** Half of the price is paid, and half of it due: for some of them already. */
function makeDeposit(
  amount: number,
  { paymentId, paidAt, payer }: { paymentId: string; paidAt: Date; payer: UserDocument },
  number: number,
  now: Date,
): SeatPlan {
  const day = (at: Date) => at.toISOString().slice(0, 10);
  const later = new Date(now.getTime() + ((number % 60) - 10) * DAY_MS);
  const parts = [
    { due: day(paidAt), amount },
    { due: day(later), amount },
  ];
  const paid = [{ paymentId, amount }];
  return makePlan({ agreedAt: paidAt, by: payer._id, parts, paid });
}

function makeWaiting({ _id: userId }: UserDocument, now: Date): WaitingEntry {
  return {
    ...{ waitId: new ObjectId(), userId, people: [{}], together: true },
    ...{ priority: 0, joinedAt: new Date(now.getTime() - 3 * DAY_MS), lapses: 0 },
  };
}

/** One in ten is not answered yet. */
function makeMessages(count: number, now: Date): ContactMessageDocument[] {
  return Array.from({ length: Math.ceil(count) }, (_none, number) => ({
    _id: new ObjectId(),
    name: makeName(number),
    email: `asks-${number}@large.test`,
    message: 'Is there a bus from the station in the morning?',
    at: new Date(now.getTime() - number * HOUR_MS),
    isDone: number % 10 > 0,
    doneBy: number % 10 > 0 ? makeUserId(ADMIN) : null,
  }));
}
