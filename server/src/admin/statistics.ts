import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { MAX_FILL_CLASSES, NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { countTaken } from '@speakifyr/contract/sold-by-day.ts';
import { countDepartures } from '../audit/audit.service.ts';
import type { ClassDocument, Seat } from '../database/class-document.ts';
import type { Collections } from '../database/collections.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { listFirstSteps } from './first-steps.ts';
import { getClassesWithRoster, pickNext } from '../classes/classes.service.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import { listCart, listReadableSeats } from '../payments/readable-seats.ts';
import type { DayTotal, MoneyReader } from '../ledger/money-by-day.ts';
import { sumPaid } from '../ledger/what-is-left.ts';
import { listClasses } from '../database/class-store.ts';
import { ALL_AT_ONCE } from '../database/lists.ts';
import { isEnrolled, listEnrolledSeats } from '../seats/find-seat.ts';
import { addDays, findDayStart, formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';
import type { ObjectId } from 'mongodb';

/** How many days the chart of earnings shows. */
const EARNINGS_DAYS = 30;

/**
 * A student's profile and figures; the amount in whole currency units. What another guardian paid for a child counts as
 * enrolled, but not as spent. A seat that they may not read counts nowhere: the figures would reveal its state. R44
 */
export async function getStudentStatistics(
  user: UserDocument,
  services: Services,
): Promise<Output<Contract['GET /userStats']>> {
  const { photo, name, email } = user;
  const rights = await readFamilyRights(user, services);
  const seats = (await listReadableSeats(user, rights, services)).map(({ seat }) => seat);
  const enrolled = seats.filter(isEnrolled);
  const paid = enrolled.filter((seat) => seat.userId.equals(user._id));
  return {
    user: { photo, name, email },
    cartData: (await listCart(user, services)).length,
    totalEnrolled: enrolled.length,
    totalSpend: await sumPaid(paid, services),
  };
}

/** The school's figures for an admin; amounts in whole currency units. */
export async function getSchoolStatistics(
  user: UserDocument,
  readMoney: MoneyReader,
  readClasses: ClassFiguresReader,
  services: Services,
): Promise<Output<Contract['GET /adminStats']>> {
  const { photo, name, email } = user;
  const { collections } = services.database;
  const today = services.now();
  const timeZone = SCHOOL.timeZone;
  const day = formatIsoDay(today, timeZone);
  const [figures, users, days, fillByClass, firstSteps] = await Promise.all([
    readClasses(day),
    countUsersSince(`${day.slice(0, 7)}-01`, services),
    readMoney(),
    listFill(collections, day, MAX_FILL_CLASSES),
    listFirstSteps(user, services),
  ]);
  const { open, enrolled, waiting } = figures;
  const { totalUser, usersBefore } = users;
  const earned = (of: DayTotal[]) => of.reduce((sum, { kept }) => sum + kept, 0) / 100;
  return {
    adminInfo: { photo, name, email },
    totalClasses: open,
    totalEnrolledClass: enrolled,
    totalUser,
    userGrowth: comparePercent(totalUser, usersBefore),
    totalTransaction: earned(days),
    earningsByDay: listLastDays(today, timeZone).map((day) => ({
      day,
      amount: earned(days.filter((total) => total.day === day)),
    })),
    waiting,
    fillByClass: fillByClass.map((fill) => ({ ...fill, _id: fill._id.toHexString() })),
    ...(firstSteps && { firstSteps }),
  };
}

/**
 * R208
 * @param day yyyy-mm-dd
 * @returns how many users there are, and how many there were when this day began
 */
async function countUsersSince(
  day: string,
  services: Services,
): Promise<{ totalUser: number; usersBefore: number }> {
  const { users } = services.database.collections;
  const since = findDayStart(day, SCHOOL.timeZone);
  const [all, left, deleting, registered, erased, gone] = await Promise.all([
    // MongoDB knows the size of a collection without reading it. Few users are inactive, so those are counted.
    users.estimatedDocumentCount(),
    users.countDocuments({ status: { $in: ['removed', 'deleted'] } }),
    users.countDocuments({ status: 'deleting' }),
    // Two counts, because the index has the first one without the users.
    users.countDocuments({ createdAt: { $gte: since } }),
    users.countDocuments({ status: 'deleted', createdAt: { $gte: since } }),
    countDepartures(since, day, services),
  ]);
  const totalUser = all - left - deleting;
  // Somebody who joined since and is gone again counts as both.
  return { totalUser, usersBefore: totalUser - (registered - erased) + deleting + gone };
}

/** @returns whole percent, below 0 if there are fewer; null if there is nothing to compare with */
function comparePercent(now: number, before: number): number | null {
  return before > 0 ? Math.round((100 * (now - before)) / before) : null;
}

/**
 * An instructor's profile, course and figures; empty and zero without a course. With several, `course` and its figures
 * are those of the next one, but enrollments and earnings cover all.
 * A director may keep what they earned from instructors. R613
 * @param classId only this one of their courses
 * @throws {ApiError} `not_found` if it is not theirs
 */
export async function getInstructorStatistics(
  user: UserDocument,
  classId: string | undefined,
  services: Services,
): Promise<Output<Contract['GET /instructorStats']>> {
  const { photo, name, email } = user;
  const classes = await getClassesWithRoster(user, classId, services);
  const campClass = pickNext(classes, services);
  const enrolled = classes.flatMap(listEnrolledSeats);
  return {
    photo,
    name,
    email,
    image: campClass?.image ?? '',
    course: campClass?.name ?? NOT_ASSIGNED,
    sit: campClass?.sit ?? 0,
    camp_start: campClass?.camp_start ?? '',
    camp_end: campClass?.camp_end ?? '',
    price: campClass?.price ?? 0,
    assign_room: campClass?.assign_room ?? 0,
    totalEnrolled: enrolled.length,
    ...(SCHOOL.booking.instructorsSeeEarnings && { earned: await sumPaid(enrolled, services) }),
  };
}

/** The last thirty days, today last, as yyyy-mm-dd. */
function listLastDays(today: Date, timeZone: string): string[] {
  const last = formatIsoDay(today, timeZone);
  return Array.from({ length: EARNINGS_DAYS }, (_none, index) =>
    addDays(last, index + 1 - EARNINGS_DAYS),
  );
}

type Classes = Pick<Collections, 'classes'>;

/** What the figures need of one class. */
type ClassFigures = { version: number; camp_end: string; people: string[]; waiting: Waiting };

/** How many people are on the waiting lists, and how many joined one and have not enrolled that way. */
type Waiting = { people: number; lost: number };

/**
 * The figures of all open classes: how many there are, how many different people have a paid seat in one that is not
 * over (children, and accounts that joined for themselves), and their waiting lists.
 * @param today yyyy-mm-dd
 */
export type ClassFiguresReader = (
  today: string,
) => Promise<{ open: number; enrolled: number; waiting: Waiting }>;

/**
 * Reads the figures of the classes. This server keeps those of each class, and reads a class again when its version has
 * changed. So the cost does not grow with the seats, and of a class that nothing happens to, it reads only the version.
 * R202
 */
export function createClassFiguresReader({
  database,
}: Pick<Services, 'database'>): ClassFiguresReader {
  const { collections } = database;
  let known = new Map<string, ClassFigures>();
  let last: { today: string; of: typeof known; sums: Awaited<ReturnType<ClassFiguresReader>> };
  return async (today) => {
    const open = await collections.classes
      .find({ status: 'open' }, { projection: { version: 1 }, batchSize: ALL_AT_ONCE })
      .toArray();
    const before = known;
    const changed = open.filter(({ _id, version }) => before.get(String(_id))?.version !== version);
    if (changed.length > 0 || open.length !== before.size) {
      const ids = changed.map(({ _id }) => _id);
      const read = ids.length > 0 ? await listClasses(collections, { _id: { $in: ids } }) : [];
      const fresh = new Map(read.map((one) => [String(one._id), figure(one)]));
      known = new Map(
        open.flatMap(({ _id }) => {
          const one = fresh.get(String(_id)) ?? before.get(String(_id));
          return one ? [[String(_id), one] as const] : [];
        }),
      );
    }
    if (last?.of !== known || last.today !== today)
      last = { today, of: known, sums: sumFigures([...known.values()], today) };
    return last.sums;
  };
}

function sumFigures(figures: ClassFigures[], today: string) {
  const coming = figures.filter(({ camp_end }) => camp_end >= today);
  const sum = (part: keyof Waiting) =>
    figures.reduce((total, { waiting }) => total + waiting[part], 0);
  return {
    open: figures.length,
    enrolled: new Set(coming.flatMap(({ people }) => people)).size,
    waiting: { people: sum('people'), lost: sum('lost') },
  };
}

function figure(campClass: ClassDocument): ClassFigures {
  const { version, camp_end, waiting = [], demand } = campClass;
  return {
    version,
    camp_end,
    people: listEnrolledSeats(campClass).map(({ userId, childId }) => String(childId ?? userId)),
    waiting: {
      people: waiting.reduce((sum, { people }) => sum + people.length, 0),
      lost: demand ? demand.asked - demand.enrolled : 0,
    },
  };
}

/** `_id` is the class's. */
type Fill = { _id: ObjectId; name: string; enrolled: number; held: number; sit: number };
type Filled = Pick<Fill, '_id' | 'name' | 'sit'> & { seats: Pick<Seat, 'state' | 'days'>[] };

/**
 * How full open classes are: the next ones to start and, if there are not enough, the last ones that started. Sorted by
 * start day.
 * @param today yyyy-mm-dd
 */
async function listFill({ classes }: Classes, today: string, wanted: number): Promise<Fill[]> {
  const projection = { name: 1, sit: 1, seats: 1 };
  const find = (camp_start: object, direction: 1 | -1) =>
    classes
      .find<Filled>({ status: 'open', camp_start }, { projection })
      .sort({ camp_start: direction, _id: direction })
      .limit(wanted)
      .toArray();
  const [next, last] = await Promise.all([find({ $gte: today }, 1), find({ $lt: today }, -1)]);
  return [...last.slice(0, wanted - next.length).reverse(), ...next].map(countPeople);
}

/** Of a class that is sold by day, on the day on which most have a place. */
function countPeople({ seats, ...campClass }: Filled): Fill {
  const enrolled = countTaken(seats.filter(({ state }) => state === 'enrolled'));
  return { ...campClass, enrolled, held: countTaken(seats) - enrolled };
}

/**
 * Counts a visit to the instructors' page. Stores nothing about the visitor or their browser.
 * @returns the number of visits today (UTC), including this one
 */
export async function countVisit({ database, now }: Services): Promise<number> {
  const day = await database.collections.visitDays.findOneAndUpdate(
    { _id: now().toISOString().slice(0, 10) },
    { $inc: { visits: 1 } },
    { upsert: true, returnDocument: 'after' },
  );
  return day?.visits ?? 1;
}
