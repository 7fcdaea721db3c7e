import type { AdminClass, CampClass, ClassFacts } from '@speakifyr/contract/classes.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { AuditDocument, ClassDocument } from '../database/collections.ts';
import type { Page } from '../database/lists.ts';
import { ApiError } from '../errors.ts';
import { readToday } from '../school-time.ts';
import { countHolds, getNextHoldEnds } from '../seats/open-holds.ts';
import type { Services } from '../services.ts';
import {
  type CatalogueClass,
  type ClassSearch,
  countOpenClasses,
  findClassWithRoster,
  findOpenClass,
  findTaught,
  hasClasses,
  listPopularClasses,
  listTaught,
  searchOpenClasses,
  type TaughtClass,
  unassignTaught,
} from './classes.repo.ts';
import { describeJoining } from './joining.ts';

export type { TaughtClass };

/** Open classes that are not over, sorted by start day by default. */
export async function getClasses(
  search: ClassSearch,
  services: Services,
): Promise<Page<CampClass>> {
  return searchClasses({ ...search, today: readToday(services) }, services);
}

/** Open classes, without `today` also those that are over. */
async function searchClasses(search: ClassSearch, services: Services): Promise<Page<CampClass>> {
  const { items, total } = await searchOpenClasses(services.database.collections, search);
  return { items: await presentClasses(items, services), total };
}

/** All open classes by start day, each with the number of its open holds. */
export async function getAdminClasses(services: Services): Promise<AdminClass[]> {
  const { items } = await searchClasses({}, services);
  const holds = await countHolds(services);
  return items.map((item) => ({ ...item, openHolds: holds.get(item._id) ?? 0 }));
}

/** At most six classes that are not over, most expensive first. */
export async function getPopularClasses(services: Services): Promise<CampClass[]> {
  const popular = await listPopularClasses(services.database.collections, readToday(services));
  return presentClasses(popular, services);
}

/**
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found` if the class does not exist or is not open anymore
 */
export async function getClass(id: string, services: Services): Promise<CampClass> {
  const found = await findOpenClass(services.database.collections, new ObjectId(id));
  const [presented] = found ? await presentClasses([found], services) : [];
  if (!presented) throw new ApiError('not_found', 'We could not find this class.');
  return presented;
}

/** All classes that have an instructor. */
export async function listTaughtClasses({ database }: Services): Promise<TaughtClass[]> {
  return listTaught(database.collections);
}

/** The class of the instructor with this email (lower case), or null. */
export async function findClassTaughtBy(
  email: string,
  { database }: Pick<Services, 'database'>,
): Promise<TaughtClass | null> {
  return findTaught(database.collections, email);
}

/**
 * Unassigns an instructor's class.
 * @param known if given, only unassigns this class, and adds the act for the audit log
 * @returns whether they had it
 */
export async function unassignClassOf(
  email: string,
  { database }: Services,
  known?: { classId: ObjectId; act: AuditDocument },
): Promise<boolean> {
  return unassignTaught(database.collections, email, known);
}

/** The class of the instructor with this email (lower case), with all its seats, or null. */
export async function getClassWithRoster(
  email: string,
  { database }: Services,
): Promise<ClassDocument | null> {
  return findClassWithRoster(database.collections, email);
}

export async function countClasses({ database }: Services): Promise<number> {
  return countOpenClasses(database.collections);
}

/** Whether the school has no class yet. */
export async function isSchoolEmpty({ database }: Services): Promise<boolean> {
  return !(await hasClasses(database.collections));
}

/** What a class of an earlier version says. */
const NO_FACTS: ClassFacts = {
  ageFrom: null,
  ageTo: null,
  dailyStart: null,
  dailyEnd: null,
  place: '',
};

async function presentClasses(classes: CatalogueClass[], services: Services): Promise<CampClass[]> {
  const nextHoldEnds = await getNextHoldEnds(classes, services);
  return classes.map(({ _id, instructor, ...rest }) => ({
    _id: _id.toHexString(),
    ...NO_FACTS,
    ...rest,
    instructor: instructor?.name ?? NOT_ASSIGNED,
    instructor_email: instructor?.email ?? NOT_ASSIGNED,
    nextHoldEnd: nextHoldEnds.get(_id.toHexString())?.toISOString() ?? null,
    joining: describeJoining(rest, services),
  }));
}
