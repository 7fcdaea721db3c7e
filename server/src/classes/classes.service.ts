import type { AdminClass, CampClass, ShownClass } from '@speakifyr/contract/classes.ts';
import { MAX_POPULAR_CLASSES, NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import type { Discount } from '@speakifyr/contract/prices.ts';
import { ObjectId } from 'mongodb';
import { showCampDays } from '../class-days.ts';
import { readClassFacts } from '../class-facts.ts';
import { BY_START, findClass, listClasses, updateClasses } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { AuditEvent } from '../database/event-document.ts';
import type { Page } from '../database/lists.ts';
import { classNotFoundError } from '../errors.ts';
import { findEarlyPrice, listDiscounts } from '../prices/shown-prices.ts';
import { getDiscounts } from '../prices/discounts.ts';
import { listExtrasOf, showExtras } from '../prices/extras.ts';
import { sumPaidOfEach } from '../ledger/what-is-left.ts';
import { type InstructorOf, readInstructors } from '../users/class-instructors.ts';
import { readToday } from '../school-time.ts';
import { listEnrolledSeats, listHeldSeats } from '../seats/find-seat.ts';
import { countPlaces } from '../seats/places.ts';
import { areSeatsOffered } from '../seats/queue-by-day.ts';
import { readQueueCalendar } from '../seats/queue.ts';
import type { Services } from '../services.ts';
import {
  type ClassSearch,
  listTaught,
  searchOpenClasses,
  type TaughtClass,
} from './classes.repo.ts';
import { listManagedClasses, type ManagedList } from './managed-classes.ts';
import { hasJoiningEnded, isOver, showByDay } from '../seats/may-join.ts';
import { findPeopleById } from '../users/find-users.ts';

export type { TaughtClass };

/** Open classes that are not over, sorted by start day by default. R54, R146, R151 */
export async function getClasses(
  search: ClassSearch,
  services: Services,
): Promise<Page<CampClass>> {
  const { items, total } = await searchOpenClasses(search, services);
  const { discounts } = await getDiscounts(services);
  return { items: await presentClasses(items, discounts, services), total };
}

/** Open classes and drafts by start day, each with the numbers of its held and paid seats. */
export async function getAdminClasses(
  wanted: ManagedList,
  services: Services,
): Promise<Page<AdminClass>> {
  const { items: managed, total } = await listManagedClasses(wanted, services);
  const paid = await sumPaidOfEach(managed.map(listEnrolledSeats), services);
  const instructorOf = await readInstructors(managed, services);
  const { discounts } = await getDiscounts(services);
  const items = managed.map((campClass, index) => ({
    ...presentClass(campClass, { instructorOf, discounts }, services),
    places: countPlaces(campClass),
    openHolds: listHeldSeats(campClass).length,
    enrolled: listEnrolledSeats(campClass).length,
    paid: paid[index] ?? 0,
    isDraft: campClass.status === 'draft',
  }));
  return { items, total };
}

/** At most six classes that are not over, most expensive first. R29 */
export async function getPopularClasses(services: Services): Promise<CampClass[]> {
  const popular = await listClasses(
    services.database.collections,
    { status: 'open', camp_end: { $gte: readToday(services) } },
    { sort: { price: -1, _id: -1 }, limit: MAX_POPULAR_CLASSES },
  );
  const { discounts } = await getDiscounts(services);
  return presentClasses(popular, discounts, services);
}

/**
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found` if the class does not exist or is not open anymore
 */
export async function getClass(id: string, services: Services): Promise<ShownClass> {
  const open = { _id: new ObjectId(id), status: 'open' as const };
  const found = await findClass(services.database.collections, open);
  if (!found) throw classNotFoundError();
  const ofSchool = await getDiscounts(services);
  const [shown] = await presentClasses([found], ofSchool.discounts, services);
  if (!shown) throw classNotFoundError();
  const assistants = await listNamedAssistants(found, services);
  const discounts = listDiscounts(found, ofSchool.discounts, services);
  const extras = showExtras(await listExtrasOf(found, services));
  return {
    ...shown,
    ...(assistants.length > 0 && { assistants }),
    ...(discounts.length > 0 && { discounts }),
    ...(extras.length > 0 && { extras }),
  };
}

/** All classes that have an instructor, by first day. */
export async function listTaughtClasses({ database }: Services): Promise<TaughtClass[]> {
  return listTaught(database.collections);
}

/** An instructor's classes, by first day. */
export async function listClassesTaughtBy(
  { _id: instructorId }: Pick<UserDocument, '_id'>,
  { database }: Pick<Services, 'database'>,
): Promise<ClassDocument[]> {
  return listClasses(database.collections, { instructorId }, { sort: BY_START });
}

/** Picks the class to show from an instructor's, by first day: the next one that is not over, or the last. R301 */
export function pickNext<C extends { camp_end: string }>(
  taught: C[],
  services: Pick<Services, 'environment' | 'now'>,
): C | undefined {
  const today = readToday(services);
  return taught.find(({ camp_end }) => camp_end >= today) ?? taught.at(-1);
}

/**
 * Unassigns the classes of an instructor.
 * @param known if given, only unassigns this class, and adds the event for the audit log
 * @returns whether they had it
 */
export async function unassignClassOf(
  instructorId: ObjectId,
  { database }: Services,
  known?: { classId: ObjectId; event: AuditEvent },
): Promise<boolean> {
  return updateClasses(
    database.collections,
    { instructorId, ...(known && { _id: known.classId }) },
    { $set: { instructorId: null }, ...(known && { $push: { events: known.event } }) },
  );
}

/**
 * An instructor's classes by first day, each with all its seats.
 * @param classId if given, only this one
 * @throws {ApiError} `not_found` if it is not theirs
 */
export async function getClassesWithRoster(
  user: UserDocument,
  classId: string | undefined,
  services: Services,
): Promise<ClassDocument[]> {
  const classes = await listClassesTaughtBy(user, services);
  if (!classId) return classes;
  const found = classes.filter(({ _id }) => _id.toHexString() === classId);
  if (found.length === 0) throw classNotFoundError();
  return found;
}

/** Classes as anyone may see them. The contract strips their other fields. */
async function presentClasses(
  classes: ClassDocument[],
  discounts: Discount[],
  services: Services,
): Promise<CampClass[]> {
  const instructorOf = await readInstructors(classes, services);
  return classes.map((one) => ({
    ...presentClass(one, { instructorOf, discounts }, services),
    // An address that nobody has confirmed may be a stranger's. R631
    ...(instructorOf(one)?.isUnclaimed && { instructor_email: NOT_ASSIGNED }),
  }));
}

// Rules: R53.
function presentClass(
  campClass: ClassDocument,
  { instructorOf, discounts }: { instructorOf: InstructorOf; discounts: Discount[] },
  services: Services,
): CampClass {
  const { _id, waiting = [], sit } = campClass;
  const instructor = instructorOf(campClass);
  const { at, ...calendar } = readQueueCalendar(services);
  const ends = listHeldSeats(campClass).map(({ heldUntil }) => heldUntil.getTime());
  const open = ends.filter((end) => end > at.getTime());
  const early = findEarlyPrice(campClass, discounts, services);
  return {
    ...campClass,
    ...showCampDays(campClass),
    byDay: showByDay(campClass, services),
    _id: _id.toHexString(),
    // Only the number: who they are is private.
    // Who wants later days only may wait for these until shortly before them.
    waiting: areSeatsOffered(
      { status: 'open', camp_start: campClass[campClass.byDay ? 'camp_end' : 'camp_start'] },
      calendar,
    )
      ? waiting.filter(({ isPaused }) => !isPaused).length
      : null,
    ...readClassFacts(campClass),
    ...(early && { early }),
    instructor: instructor?.name ?? NOT_ASSIGNED,
    instructor_email: instructor?.email ?? NOT_ASSIGNED,
    nextHoldEnd: sit === 0 && open.length > 0 ? new Date(Math.min(...open)).toISOString() : null,
    joining: describeJoining(campClass, services),
  };
}

/** Whether a class can still be joined today, by the school's calendar. */
export function describeJoining(
  camp: Pick<ClassDocument, 'camp_start' | 'camp_end' | 'byDay'>,
  services: Pick<Services, 'environment' | 'now'>,
): CampClass['joining'] {
  if (isOver(camp, services)) return 'over';
  return hasJoiningEnded(camp, services) ? 'started' : 'open';
}

/**
 * A class's current assistants who want to be named on its page, until their last day. Not its substitutes: parents
 * would expect somebody who is there only for a day. R423, R424
 * @returns by name, each once
 */
async function listNamedAssistants(
  { team = [], instructorId }: Pick<ClassDocument, 'team' | 'instructorId'>,
  services: Pick<Services, 'database' | 'environment' | 'now'>,
): Promise<NonNullable<ShownClass['assistants']>> {
  const today = readToday(services);
  const ids = team
    .filter(
      ({ role, to, userId }) => role === 'assistant' && to >= today && !userId.equals(instructorId),
    )
    .map(({ userId }) => userId);
  const people = await findPeopleById(ids, services);
  return [...people.values()]
    .filter(({ role, status, isNamed }) => role === 'instructor' && status === 'active' && isNamed)
    .map(({ name, photo }) => ({ name, photo }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
