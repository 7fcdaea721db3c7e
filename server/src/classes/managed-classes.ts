import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { type Filter, ObjectId } from 'mongodb';
import { findClass, listClassPage } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { Collections } from '../database/collections.ts';
import { matchText, type Page } from '../database/lists.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findInstructorsNamed } from '../users/find-users.ts';
import { findDuplicateField, isDuplicateKey } from '../database/duplicate-key.ts';
import { ApiError } from '../errors.ts';

/** Open classes and drafts, as admins manage them. */
type Classes = Pick<Collections, 'classes'>;

export const IS_MANAGED: Filter<ClassDocument> = { status: { $in: ['open', 'draft'] } };

/** Limits the admins' list of classes. `from` and `to` (yyyy-mm-dd): only those that meet on these days. */
export type ManagedList = ParsedInput<Contract['GET /adminClasses']>['query'];

/** Open classes and drafts, by start day by default. R260 */
export async function listManagedClasses(
  { id, search, status, season, room, from, to, ...request }: ManagedList,
  services: Services,
): Promise<Page<ClassDocument>> {
  const all = [
    ...(season ? [matchSeason(season, readToday(services))] : []),
    ...(search ? [await matchClass(search, services)] : []),
    ...(from ? [{ camp_end: { $gte: from } }] : []),
    ...(to ? [{ camp_start: { $lte: to } }] : []),
  ];
  const filter: Filter<ClassDocument> = {
    ...IS_MANAGED,
    ...(status && { status }),
    ...(id && { _id: new ObjectId(id) }),
    ...(room !== undefined && { assign_room: room }),
    ...(all.length > 0 && { $and: all }),
  };
  return listClassPage(services.database.collections, filter, request);
}

/** An open class or a draft. */
export async function findManagedClass(
  collections: Classes,
  id: ObjectId,
): Promise<ClassDocument | null> {
  return findClass(collections, { _id: id, ...IS_MANAGED });
}

/**
 * The classes of a season: see contract/src/lists.ts.
 * @param today yyyy-mm-dd
 */
export function matchSeason(season: string, today: string): Filter<ClassDocument> {
  if (season === 'coming') return { camp_end: { $gte: today } };
  // Days are texts such as 2027-06-14.
  return { camp_start: { $gte: `${season}-`, $lt: `${season}~` } };
}

/** Matches the name, the tag and the instructor's name. */
export async function matchClass(
  search: string,
  services: Services,
): Promise<Filter<ClassDocument>> {
  const text = matchText(search);
  const instructors = await findInstructorsNamed(search, services);
  const instructorId = { $in: instructors.map(({ _id }) => _id) };
  return { $or: [{ name: text }, { course_tag: text }, { instructorId }] };
}

/**
 * Runs a write to a class. A duplicate key means that a rule was broken; the index says which one.
 * @throws {ApiError} `tag_taken`
 */
export function explainDuplicates<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    if (isDuplicateKey(error) && findDuplicateField(error) === 'course_tag')
      throw new ApiError('tag_taken');
    throw error;
  });
}
