import { ObjectId } from 'mongodb';
import { matchWords, type SoughtWord } from '../database/search-words.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findChildOfGuardian, NOT_DELETING } from './children.repo.ts';
import { listRights } from './rights.ts';
import { findAge, fitsAges } from '@speakifyr/contract/age.ts';
import { sayAges } from '@speakifyr/contract/format.ts';
import { readClassFacts } from '../class-facts.ts';
import { readToday } from '../school-time.ts';
import { findClass } from '../database/class-store.ts';
import { findSeat } from '../seats/find-seat.ts';

/** What other features ask about children: who their guardians are, and who may book or see their classes. */

const BY_NAME = { name: 1, _id: 1 } as const;

type Who = { _id: ObjectId };
type Needs = Pick<Services, 'database'>;

/** The children a person is a guardian of, with any right, by name. R99, R136 */
export async function listChildrenOf(user: Who, { database }: Needs): Promise<ChildDocument[]> {
  return listChildrenOfAny([user], { database });
}

/**
 * Finds a child for whom this person wants to join or pay. R98
 * @throws {ApiError} `not_found` unless they are its guardian, `guardian_may_not` if they may only see it
 */
export async function findBookableChild(
  childId: ObjectId | string,
  user: Who,
  { database }: Needs,
): Promise<ChildDocument> {
  const id = new ObjectId(childId);
  const child = await findChildOfGuardian(database.collections, id, user._id);
  if (!child) throw childNotFoundError();
  if (!listRights(child, user._id).includes('book'))
    throw new ApiError('guardian_may_not', 'You may see this child’s classes, but not join them.');
  return child;
}

/**
 * Who may book for children.
 * @returns for each child (24 hexadecimal digits) the ids of the accounts; nobody for a deleted child
 */
export async function listBookers(
  childIds: ObjectId[],
  { database }: Needs,
): Promise<Map<string, ObjectId[]>> {
  if (childIds.length === 0) return new Map();
  const children = await findChildren(childIds, { database });
  return new Map(
    children
      .filter(({ deletingSince }) => !deletingSince)
      .map(({ _id, guardians }) => [
        _id.toHexString(),
        guardians.filter(({ may }) => may.includes('book')).map(({ userId }) => userId),
      ]),
  );
}

/** The children with all of these words in their name, by name. @param words folded: search-words.ts */
export async function findChildrenByWords(
  words: SoughtWord[],
  limit: number,
  { database }: Needs,
): Promise<ChildDocument[]> {
  const { children } = database.collections;
  return children
    .find({ ...matchWords(words), ...NOT_DELETING })
    .sort(BY_NAME)
    .limit(limit)
    .toArray();
}

/** The children of one of these people, by name. */
export async function listChildrenOfAny(
  users: Who[],
  { database }: Needs,
): Promise<ChildDocument[]> {
  const { children } = database.collections;
  const ids = users.map(({ _id }) => _id);
  return children
    .find({ 'guardians.userId': { $in: ids }, ...NOT_DELETING })
    .sort(BY_NAME)
    .toArray();
}

/** The children with these ids that still exist, by name. Not a deleted one, even if its name stays for a while. */
export async function findChildren(ids: ObjectId[], { database }: Needs): Promise<ChildDocument[]> {
  const { children } = database.collections;
  return children
    .find({ _id: { $in: ids }, nameUntil: { $exists: false } })
    .sort(BY_NAME)
    .toArray();
}

/** A child, whoever its guardians are; null if there is none or it is being deleted. */
export async function findAnyChild(
  _id: ObjectId,
  { database }: Needs,
): Promise<ChildDocument | null> {
  return database.collections.children.findOne({ _id, ...NOT_DELETING });
}

export function childNotFoundError(): ApiError {
  return new ApiError('not_found', 'We could not find this child.');
}

/** Whether a class is for a child: by its age on the first day, or because an admin made an exception. R225 */
export function isForChild(
  { birthDate, allowedClasses }: Pick<ChildDocument, 'birthDate' | 'allowedClasses'>,
  campClass: ClassDocument,
): boolean {
  if (allowedClasses.some((id) => id.equals(campClass._id))) return true;
  const { camp_start } = campClass;
  return fitsAges(birthDate, { ...readClassFacts(campClass), camp_start });
}

/**
 * Checks that a class is for the child's age on its first day, unless an admin made an exception for this child. Leaves
 * everything else, such as a class that does not exist, to `takeSeat`.
 * @throws {ApiError} `wrong_age` with both ages
 */
export async function checkAge(
  child: ChildDocument,
  { classId, userId }: { classId: ObjectId; userId: ObjectId },
  services: Services,
): Promise<void> {
  const participant = { userId, childId: child._id };
  const campClass = await findClass(services.database.collections, { _id: classId });
  if (campClass?.status !== 'open' || findSeat(campClass, participant)) return;
  if (isForChild(child, campClass)) return;
  const { camp_start } = campClass;
  const ages = readClassFacts(campClass);
  const is = camp_start > readToday(services) ? 'will be' : 'was';
  const age = findAge(child.birthDate, camp_start);
  throw new ApiError(
    'wrong_age',
    `${child.name} ${is} ${age} on the first day. This class is for ${sayAges(ages)}. If you think that it fits, please contact the school.`,
  );
}
