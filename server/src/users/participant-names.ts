import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { NO_EMAIL, sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import type { ObjectId } from 'mongodb';
import { findPeopleById } from './find-users.ts';
import type { Collections } from '../database/collections.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import type { Services } from '../services.ts';

/** Who has a seat or waits: a child, or else the account that booked. Only ids are stored: decisions/0056 */
type Who = { userId: ObjectId; childId?: ObjectId };

/** `name` and `birthDate` are the child's or the account's. The rest is the account's: `bookedBy` is its name. */
export type Person = {
  name: string;
  birthDate: string | null;
  bookedBy: string;
  phone: string | null;
  email: string;
  isDeleted: boolean;
};
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
    readChildFacts(childIds, services),
    findPeopleById(
      all.map(({ userId }) => userId),
      services,
    ),
  ]);
  return ({ userId, childId }) => {
    const user = users.get(userId.toHexString());
    const who = childId ? children.get(childId.toHexString()) : user;
    return {
      name: who?.name ?? DELETED_NAME,
      birthDate: who?.birthDate ?? null,
      bookedBy: user?.name ?? DELETED_NAME,
      phone: user?.phone ?? null,
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
  const facts = await readChildFacts([childId], services);
  return facts.get(childId.toHexString())?.name ?? DELETED_NAME;
}

type ChildFacts = Pick<ChildDocument, '_id' | 'name'> & Partial<Pick<ChildDocument, 'birthDate'>>;

/** Includes the names of deleted children whose camp is not over, and nothing else of them. */
async function readChildFacts(
  ids: ObjectId[],
  { database }: Needs,
): Promise<Map<string, ChildFacts>> {
  if (ids.length === 0) return new Map();
  // Not through families/, which imports enrollments, which import this.
  const { children }: Pick<Collections, 'children'> = database.collections;
  const found = await children
    .find({ _id: { $in: ids } })
    .project<ChildFacts>({ name: 1, birthDate: 1 })
    .toArray();
  return new Map(found.map((child) => [child._id.toHexString(), child]));
}
