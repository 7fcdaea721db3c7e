import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { NO_EMAIL, sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import type { ObjectId } from 'mongodb';
import { findPeopleById } from './find-users.ts';
import type { Collections } from '../database/collections.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import type { Services } from '../services.ts';

/** Who has a seat or waits: a child, or else the account that booked. Only ids are stored: decisions/0056 */
type Who = { userId: ObjectId; childId?: ObjectId };

/** `name` is the child's or the account's. `email` and `isDeleted` are the account's. */
export type Person = { name: string; email: string; isDeleted: boolean };
export type PersonOf = (who: Who) => Person;

type Needs = Pick<Services, 'database'>;

/**
 * Reads the current names and addresses of people in seats and on lists, with two queries for all of them.
 * R102, R168, R210
 * @returns a function for one person; for one who is gone, 'Deleted student'; without an address, 'no email address'
 */
export async function readPeople(all: Who[], services: Needs): Promise<PersonOf> {
  const childIds = all.flatMap(({ childId }) => childId ?? []);
  const [children, users] = await Promise.all([
    readChildNames(childIds, services),
    findPeopleById(
      all.map(({ userId }) => userId),
      services,
    ),
  ]);
  return ({ userId, childId }) => {
    const user = users.get(userId.toHexString());
    return {
      name: (childId ? children.get(childId.toHexString()) : user?.name) ?? DELETED_NAME,
      email: user ? sayAddress(user.email) : NO_EMAIL,
      isDeleted: user?.status === 'deleted',
    };
  };
}

/**
 * Reads the names of people when it is no longer known whether each is a child or an account that joined for itself:
 * only one of the two is found.
 * @returns a function for one person's name
 */
export async function readNames(
  ids: ObjectId[],
  services: Needs,
): Promise<(id: ObjectId) => string> {
  const nameOf = await readPeople(
    ids.flatMap((userId) => [{ userId }, { userId, childId: userId }]),
    services,
  );
  return (userId) => {
    const { name } = nameOf({ userId, childId: userId });
    return name === DELETED_NAME ? nameOf({ userId }).name : name;
  };
}

/** The name of one child. @returns null without a child: the person is then the reader's own account */
export async function readChildName(
  childId: ObjectId | undefined,
  services: Needs,
): Promise<string | null> {
  if (!childId) return null;
  const names = await readChildNames([childId], services);
  return names.get(childId.toHexString()) ?? DELETED_NAME;
}

/** Includes the names of deleted children whose camp is not over, and nothing else of them. */
async function readChildNames(ids: ObjectId[], { database }: Needs): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  // Not through families/, which imports enrollments, which import this.
  const { children }: Pick<Collections, 'children'> = database.collections;
  const found = await children
    .find({ _id: { $in: ids } })
    .project<Pick<ChildDocument, '_id' | 'name'>>({ name: 1 })
    .toArray();
  return new Map(found.map(({ _id, name }) => [_id.toHexString(), name]));
}
