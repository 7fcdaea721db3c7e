import { ObjectId } from 'mongodb';
import type { ChildDocument } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import {
  findChild,
  findChildOfGuardian,
  listChildrenByWords,
  listChildrenOfGuardian,
  listChildrenOfGuardians,
  listChildrenWithIds,
} from './children.repo.ts';
import { listRights } from './rights.ts';

/** What other features ask about children: whose they are, and who may book or see their classes. */

type Who = { _id: ObjectId };
type Needs = Pick<Services, 'database'>;

/** The children whose guardian a person is, with any right, by name. */
export async function listChildrenOf(user: Who, { database }: Needs): Promise<ChildDocument[]> {
  return listChildrenOfGuardian(database.collections, user._id);
}

/**
 * Finds a child for whom this person wants to join or pay.
 * @throws {ApiError} `not_found` for a child whose guardian they are not, `guardian_may_not` if they may only see it
 */
export async function findBookableChild(
  childId: ObjectId | string,
  user: Who,
  { database }: Needs,
): Promise<ChildDocument> {
  const id = new ObjectId(childId);
  const child = await findChildOfGuardian(database.collections, id, user._id);
  if (!child) throw childNotFound();
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
  const children = await listChildrenWithIds(database.collections, childIds);
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
  words: string[],
  limit: number,
  { database }: Needs,
): Promise<ChildDocument[]> {
  return listChildrenByWords(database.collections, words, limit);
}

/** The children of one of these people, by name. */
export async function listChildrenOfAny(
  users: Who[],
  { database }: Needs,
): Promise<ChildDocument[]> {
  return listChildrenOfGuardians(
    database.collections,
    users.map(({ _id }) => _id),
  );
}

/** The children with these ids that are still there. */
export async function findChildren(ids: ObjectId[], { database }: Needs): Promise<ChildDocument[]> {
  return listChildrenWithIds(database.collections, ids);
}

/** Any child that is not being deleted, for an admin, or null. */
export async function findAnyChild(
  childId: ObjectId,
  { database }: Needs,
): Promise<ChildDocument | null> {
  return findChild(database.collections, childId);
}

export function childNotFound(): ApiError {
  return new ApiError('not_found', 'We could not find this child.');
}
