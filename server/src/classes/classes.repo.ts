import type { Contract } from '@speakifyr/contract/contract.ts';
import { hasSeats } from '@speakifyr/contract/has-seats.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { readAdded, withoutTax, withTax } from '@speakifyr/contract/tax.ts';
import { type Filter, ObjectId } from 'mongodb';
import { listClasses, listClassPage } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { Collections } from '../database/collections.ts';
import { type Page, takePage } from '../database/lists.ts';
import { showByDay } from '../seats/may-join.ts';
import { readInstructors } from '../users/class-instructors.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findByWords } from './class-index.ts';

type Classes = Pick<Collections, 'classes'>;

/** Schools plan no further ahead. */
const YEARS_AHEAD = 3;

/** Filters for open classes. Prices are in whole currency units, `week` is the first of seven days. */
export type ClassSearch = ParsedInput<Contract['GET /classes']>['query'];

/** Open classes that are not over, sorted by start day by default. R70, R240, R522 */
export async function searchOpenClasses(
  { search, free, month, min_price, max_price, age, born, week, ...request }: ClassSearch,
  services: Services,
): Promise<Page<ClassDocument>> {
  const { collections } = services.database;
  const today = readToday(services);
  const isListed: Filter<ClassDocument> = { status: 'open', camp_end: { $gte: today } };
  const filter = { ...isListed };
  const found = search && (await searchTexts(search, isListed, services));
  if (found) filter._id = { $in: found };
  // Days are texts such as 2027-06-14. All days of June sort between '2027-06' and '2027-06~'.
  if (month) filter.camp_start = { $gte: month, $lt: `${month}~` };
  if (min_price !== undefined || max_price !== undefined)
    filter.price = {
      ...(min_price !== undefined && { $gte: findPrice(min_price, 'least') }),
      ...(max_price !== undefined && { $lte: findPrice(max_price, 'most') }),
    };
  const all = [
    // Siblings go together: a class fits only if it takes all of them.
    ...(age ?? []).flatMap(takesAge),
    ...(born ?? []).map((month) => ({ $or: fitsBorn(month, today) })),
    ...(week === undefined ? [] : [meetsIn(week)]),
    ...(free ? [await withSeats(isListed, services)] : []),
  ];
  if (all.length > 0) filter.$and = all;
  const { sort, ...pages } = request;
  if (sort !== 'best') return listClassPage(collections, filter, request);
  if (!found) return listClassPage(collections, filter, pages);
  const { items } = await listClassPage(collections, filter, {});
  const rank = new Map(found.map((id, place) => [id.toHexString(), place]));
  const rankOf = ({ _id }: ClassDocument) => rank.get(_id.toHexString()) ?? 0;
  items.sort((one, other) => rankOf(one) - rankOf(other));
  return takePage(items, request);
}

/** The lowest or highest price of the school with which a family pays at least or at most so much. Whole currency units. R637 */
function findPrice(paid: number, end: 'least' | 'most'): number {
  const percent = readAdded(SCHOOL)?.classes;
  const net = withoutTax(toCents(paid), percent);
  const over = withTax(net, percent) - toCents(paid);
  // Not every amount is a price with its tax.
  return (net + (end === 'least' ? Number(over < 0) : -Number(over > 0))) / 100;
}

/** In MongoDB, null also matches a class without the field. */
function takesAge(age: number): Filter<ClassDocument>[] {
  return [
    { $or: [{ ageFrom: null }, { ageFrom: { $lte: age } }] },
    { $or: [{ ageTo: null }, { ageTo: { $gte: age } }] },
  ];
}

/**
 * One filter for each age that a child will have in the next years. In the month of its birthday, both ages fit. R242
 */
function fitsBorn(born: string, today: string): Filter<ClassDocument>[] {
  const [year, month] = [Number(born.slice(0, 4)), born.slice(5)];
  const now = Number(today.slice(0, 4)) - year - 1;
  const ages = Array.from({ length: YEARS_AHEAD + 2 }, (_none, index) => now + index)
    .filter((age) => age >= 0)
    .map((age) => ({
      // The months from one birthday to the next, both included.
      camp_start: { $gte: `${year + age}-${month}`, $lt: `${year + age + 1}-${month}~` },
      $and: takesAge(age),
    }));
  // Nothing fits a child who is not born by then. A database refuses an empty choice.
  return ages.length > 0 ? ages : [{ _id: NO_ID }];
}

/** A class has seats if the whole is free, or enough of its days. R647 */
async function withSeats(
  isListed: Filter<ClassDocument>,
  services: Services,
): Promise<Filter<ClassDocument>> {
  const { collections } = services.database;
  const isByDay = { ...isListed, sit: 0, 'byDay.atLeast': { $gte: 1 } };
  const byDay = await listClasses(collections, isByDay);
  const withDays = byDay
    .filter((one) => hasSeats({ ...one, byDay: showByDay(one, services) }))
    .map(({ _id }) => _id);
  return {
    $or: [{ sit: { $gt: 0 } }, ...(withDays.length > 0 ? [{ _id: { $in: withDays } }] : [])],
  };
}

function meetsIn(week: string): Filter<ClassDocument> {
  const last = addDays(week, 6);
  // The index finds by the first two.
  return {
    camp_start: { $lte: last },
    camp_end: { $gte: week },
    days: { $elemMatch: { $gte: week, $lte: last } },
  };
}

/**
 * The ids of the classes whose texts contain the words, best match first. Reads only the texts: each search looks at
 * all classes, a few hundred at most.
 */
async function searchTexts(
  typed: string,
  isListed: Filter<ClassDocument>,
  services: Services,
): Promise<ObjectId[]> {
  const projection = { name: 1, details: 1, place: 1, instructorId: 1 };
  const { classes } = services.database.collections;
  const listed = await classes
    .find(isListed, { projection })
    .sort({ camp_start: 1, _id: 1 })
    .toArray();
  const instructorOf = await readInstructors(listed, services);
  const texts = listed.map((campClass) => ({
    id: campClass._id.toHexString(),
    name: campClass.name,
    details: campClass.details,
    place: campClass.place ?? '',
    instructor: instructorOf(campClass)?.name ?? '',
  }));
  return findByWords(typed, texts).map((id) => new ObjectId(id));
}

/** The tags of all classes: open, draft and archived. Only the tags: classes of many years pile up. */
export async function listTags({ classes }: Classes): Promise<string[]> {
  const found = await classes
    .find({ course_tag: { $gte: '' } }, { projection: { course_tag: 1 } })
    .toArray();
  return found.map(({ course_tag }) => course_tag);
}

/** The part of a class that an instructor's own pages and card show. */
const TAUGHT = {
  name: 1,
  course_tag: 1,
  instructorId: 1,
  camp_start: 1,
  camp_end: 1,
  days: 1,
  dailyStart: 1,
  dailyEnd: 1,
} as const;
export type TaughtClass = Pick<ClassDocument, '_id' | keyof typeof TAUGHT>;

/** Every id is greater. A 'not null' filter does not use the index on every database. */
const NO_ID = new ObjectId('0'.repeat(24));

/** The classes that have an instructor, by first day. Without their seats: classes of many years pile up. */
export async function listTaught({ classes }: Classes): Promise<TaughtClass[]> {
  return classes
    .find<TaughtClass>({ instructorId: { $gt: NO_ID } }, { projection: TAUGHT })
    .sort({ camp_start: 1, _id: 1 })
    .toArray();
}
