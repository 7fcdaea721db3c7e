import type { AdminClass, CampClass } from '@speakifyr/contract/classes.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { readClassFacts } from '../class-facts.ts';
import type { AuditDocument, ClassDocument } from '../database/collections.ts';
import type { ListRequest, Page } from '../database/lists.ts';
import { classNotFound } from '../errors.ts';
import { sumPaidOfEach } from '../billing/what-is-left.ts';
import { readToday } from '../school-time.ts';
import { getNextHoldEnds } from '../enrollments/seats/open-holds.ts';
import { areSeatsOffered, countPlaces, readCalendar } from '../enrollments/seats/queue.ts';
import type { Services } from '../services.ts';
import {
  type CatalogueClass,
  type ClassSearch,
  countOpenClasses,
  findOpenClass,
  hasClasses,
  listClassesWithRoster,
  listPopularClasses,
  listTaught,
  searchOpenClasses,
  type TaughtClass,
  unassignTaught,
} from './classes.repo.ts';
import { listManagedClasses, type ManagedFilter } from './managed-classes.repo.ts';
import { describeJoining } from './joining.ts';

export type { TaughtClass };

/** Open classes that are not over, sorted by start day by default. */
export async function getClasses(
  search: ClassSearch,
  services: Services,
): Promise<Page<CampClass>> {
  const { collections } = services.database;
  const { items, total } = await searchOpenClasses(collections, search, readToday(services));
  return { items: await presentClasses(items, services), total };
}

/** Open classes and drafts by start day, each with the numbers of its held and paid seats. */
export async function getAdminClasses(
  wanted: ListRequest & ManagedFilter,
  services: Services,
): Promise<Page<AdminClass>> {
  const { collections } = services.database;
  const { items: managed, total } = await listManagedClasses(
    collections,
    wanted,
    readToday(services),
  );
  const shown = await presentClasses(
    managed.map(
      ({ seats: _seats, status: _status, nextEntryNumber: _next, version: _version, ...rest }) =>
        rest,
    ),
    services,
  );
  const enrolled = managed.map(({ seats }) =>
    seats.flatMap((seat) => (seat.state === 'enrolled' ? [seat] : [])),
  );
  const paid = await sumPaidOfEach(enrolled, services);
  const items = shown.map((item, index) => {
    const { seats = [], status, waiting } = managed[index] ?? {};
    const count = enrolled[index]?.length ?? 0;
    return {
      ...item,
      places: countPlaces({ sit: item.sit, seats, ...(waiting && { waiting }) }),
      openHolds: seats.length - count,
      enrolled: count,
      paid: paid[index] ?? 0,
      isDraft: status === 'draft',
    };
  });
  return { items, total };
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
  if (!presented) throw classNotFound();
  return presented;
}

/** All classes that have an instructor, by first day. */
export async function listTaughtClasses({ database }: Services): Promise<TaughtClass[]> {
  return listTaught(database.collections);
}

/** The classes of the instructor with this email (lower case), by first day. */
export async function listClassesTaughtBy(
  email: string,
  { database }: Pick<Services, 'database'>,
): Promise<TaughtClass[]> {
  return listTaught(database.collections, email);
}

/** Of an instructor's classes, by first day, the one that they are asked about: the next one that is not over, or the last. */
export function pickNext<C extends { camp_end: string }>(
  taught: C[],
  services: Pick<Services, 'environment' | 'now'>,
): C | undefined {
  const today = readToday(services);
  return taught.find(({ camp_end }) => camp_end >= today) ?? taught.at(-1);
}

/**
 * Unassigns the classes of an instructor.
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

/**
 * The classes of the instructor with this email (lower case) by first day, each with all its seats.
 * @param classId if given, only this one
 * @throws {ApiError} `not_found` if it is not theirs
 */
export async function getClassesWithRoster(
  { email, classId }: { email: string; classId?: string | undefined },
  { database }: Services,
): Promise<ClassDocument[]> {
  const classes = await listClassesWithRoster(database.collections, email);
  if (!classId) return classes;
  const found = classes.filter(({ _id }) => _id.toHexString() === classId);
  if (found.length === 0) throw classNotFound();
  return found;
}

export async function countClasses({ database }: Services): Promise<number> {
  return countOpenClasses(database.collections);
}

/** Whether the school has no class yet. */
export async function isSchoolEmpty({ database }: Services): Promise<boolean> {
  return !(await hasClasses(database.collections));
}

async function presentClasses(classes: CatalogueClass[], services: Services): Promise<CampClass[]> {
  const nextHoldEnds = await getNextHoldEnds(classes, services);
  const calendar = readCalendar(services);
  return classes.map(({ _id, instructor, waiting = [], ...rest }) => ({
    _id: _id.toHexString(),
    ...rest,
    // Only how many: who they are is nobody's business.
    waiting: areSeatsOffered({ ...rest, status: 'open' }, calendar)
      ? waiting.filter(({ isPaused }) => !isPaused).length
      : null,
    ...readClassFacts(rest),
    instructor: instructor?.name ?? NOT_ASSIGNED,
    instructor_email: instructor?.email ?? NOT_ASSIGNED,
    nextHoldEnd: nextHoldEnds.get(_id.toHexString())?.toISOString() ?? null,
    joining: describeJoining(rest, services),
  }));
}
