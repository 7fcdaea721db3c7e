import { readPlain } from '@speakifyr/contract/visible-text.ts';
import { type Filter, ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import {
  ALL_AT_ONCE,
  findPage,
  type ListRequest,
  matchText,
  type Page,
} from '../database/lists.ts';
import {
  matchWords,
  readPhone,
  readWords,
  type SoughtWord,
  startsWith,
} from '../database/search-words.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';

/** Finds users, for all other features. Emails are in lower case. */
type Needs = Pick<Services, 'database'>;

/** @returns the user with this email and any status, or null */
export async function findAnyUser(
  email: string,
  { database }: Needs,
): Promise<UserDocument | null> {
  return database.collections.users.findOne({ email });
}

/** @returns the user with this id and any status, or null. Never a newer user with the same email */
export async function findUserWithId(
  _id: ObjectId,
  { database }: Needs,
): Promise<UserDocument | null> {
  return database.collections.users.findOne({ _id });
}

/**
 * The account of a family that the office works for.
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found` also for an account that was removed
 */
export async function findFamily(id: string, services: Needs): Promise<UserDocument> {
  const account = await findUserWithId(new ObjectId(id), services);
  if (account?.status !== 'active') throw familyNotFoundError();
  return account;
}

export function familyNotFoundError(): ApiError {
  return new ApiError('not_found', 'We could not find this family.');
}

/** @returns the users with these ids and any status, by id (24 hexadecimal digits), in the order of their ids */
export async function findPeopleById(
  ids: ObjectId[],
  { database }: Needs,
): Promise<Map<string, UserDocument>> {
  if (ids.length === 0) return new Map();
  const found = await listById({ _id: { $in: ids } }, database);
  return new Map(found.map((user) => [user._id.toHexString(), user]));
}

/** The address of somebody without a record, as after a mistake in the database: every response needs one. */
export const NOBODY = 'nobody@deleted.invalid';

/**
 * The address with which the audit log names a payment's account: its current one, so that its deletion finds it. The
 * payment's own address may be that of a family that was merged into it.
 */
export async function findAddressOf(userId: ObjectId, services: Needs): Promise<string> {
  const user = await findUserWithId(userId, services);
  const { pseudonym, into } = user?.deletion ?? {};
  return pseudonym && !into ? pseudonym : (user?.email ?? NOBODY);
}

/** @returns the active users with these ids, in the order of their ids */
export async function findActiveUsers(
  ids: ObjectId[],
  { database }: Needs,
): Promise<UserDocument[]> {
  return listById({ _id: { $in: ids }, status: 'active' }, database);
}

/** What replaces the address of an account that is deleted, or is being deleted. */
export function findPseudonym(user: UserDocument | null): string | undefined {
  return user?.status === 'deleted' ? user.email : user?.deletion?.pseudonym;
}

/** The account that this one's family moved to, or is moving to right now. */
export function findNewOwner(user: UserDocument | null): ObjectId | undefined {
  return user?.deletion?.isMoving ? user.deletion.into : user?.mergedInto;
}

/**
 * The ids (24 hexadecimal digits) of accounts whose family is moving to another one: account/merge-families.ts. R322
 */
export async function findMovingAccounts({ database }: Needs): Promise<Set<string>> {
  const moving = { status: 'deleting' as const, 'deletion.into': { $exists: true } };
  const found = await database.collections.users.find(moving).toArray();
  return new Set(found.map(({ _id }) => _id.toHexString()));
}

function listById(
  filter: Filter<UserDocument>,
  { collections: { users } }: Services['database'],
): Promise<UserDocument[]> {
  return users.find(filter).sort({ _id: 1 }).toArray();
}

/** Active admins who work with families, by name. */
export async function listOfficeUsers({ database }: Needs): Promise<UserDocument[]> {
  const { users } = database.collections;
  return users
    .find({ role: 'admin', status: 'active', bundle: { $ne: 'accountant' } })
    .sort({ name: 1, _id: 1 })
    .toArray();
}

/** Whom the office finds: removed users too, but not those who are deleting their account. */
const FOUND: Filter<UserDocument> = { status: { $in: ['active', 'removed'] } };

/** People found by a name or a phone number, including removed ones, by name. @param words folded: search-words.ts */
export async function findUsersByWords(
  words: SoughtWord[],
  limit: number,
  { database }: Needs,
): Promise<UserDocument[]> {
  const { users } = database.collections;
  return users
    .find({ ...FOUND, ...matchWords(words) })
    .sort({ name: 1, _id: 1 })
    .limit(limit)
    .toArray();
}

/** People whose email begins with a text, including removed ones, by email. */
export async function findUsersByEmail(
  start: string,
  limit: number,
  { database }: Needs,
): Promise<UserDocument[]> {
  const { users } = database.collections;
  return users
    .find({ ...FOUND, email: startsWith(start) })
    .sort({ email: 1 })
    .limit(limit)
    .toArray();
}

/** People by what they write on bank transfers, without spaces: payments/pay-reference.ts. */
export async function findUsersByReference(
  references: string[],
  { database }: Needs,
): Promise<UserDocument[]> {
  if (references.length === 0) return [];
  const { users } = database.collections;
  return users.find({ ...FOUND, payReference: { $in: references } }).toArray();
}

/** Finds people by all words of a name, in each way to write it, or by a phone number. Each has an index. R220 */
export function listNameFilters(typed: string): Filter<UserDocument>[] {
  const phone = readPhone(typed);
  return (phone ? [[phone]] : readWords(typed)).map(matchWords);
}

type Found = Pick<UserDocument, '_id' | 'email'>;

/** All people with such a name or phone number, whatever their status. */
export async function findPeopleNamed(typed: string, { database }: Needs): Promise<Found[]> {
  const ways = listNameFilters(typed);
  if (ways.length === 0) return [];
  const options = { projection: { email: 1 }, batchSize: ALL_AT_ONCE };
  return database.collections.users.find<Found>({ $or: ways }, options).toArray();
}

/** A text in more addresses than this, such as `gmail`, means nobody in particular. */
const MAX_MEANT = 100;

/** The ids of the people whom somebody means by a part of their email; none if too many have it. */
export async function findIdsByAddress(typed: string, { database }: Needs): Promise<ObjectId[]> {
  const part = readPlain(typed);
  if (!part) return [];
  const options = { projection: { _id: 1 }, batchSize: MAX_MEANT + 2, limit: MAX_MEANT + 1 };
  // Every email is greater than '', so the search uses the index.
  const email = { $gte: '', ...matchText(part) };
  const found = await database.collections.users.find({ email }, options).toArray();
  return found.length > MAX_MEANT ? [] : found.map(({ _id }) => _id);
}

/** Limits a list to some instructors. `found`: the ids of those whose class matches. */
type InstructorFilter = {
  search?: string;
  found?: ObjectId[];
};

/** Active instructors, by name. */
export async function listInstructorUsers(
  { search, found = [], ...request }: ListRequest & InstructorFilter,
  { database }: Needs,
): Promise<Page<UserDocument>> {
  const text = search && matchText(search);
  const filter: Filter<UserDocument> = {
    role: 'instructor',
    status: 'active',
    ...(text && { $or: [{ name: text }, { email: text }, { _id: { $in: found } }] }),
  };
  return findPage(database.collections.users, filter, request, 'name');
}

/** Instructors whose name contains this text. */
export async function findInstructorsNamed(
  text: string,
  { database }: Needs,
): Promise<UserDocument[]> {
  return database.collections.users.find({ role: 'instructor', name: matchText(text) }).toArray();
}

/** @returns the active instructor with this email or id, or null */
export async function findInstructorUser(
  who: { email: string } | { _id: ObjectId },
  { database }: Needs,
): Promise<UserDocument | null> {
  return database.collections.users.findOne({ ...who, role: 'instructor', status: 'active' });
}

/** The instructors with these addresses. */
export async function findInstructors(
  emails: string[],
  { database }: Needs,
): Promise<UserDocument[]> {
  if (emails.length === 0) return [];
  const { users } = database.collections;
  const filter = { email: { $in: emails }, role: 'instructor' as const, status: 'active' as const };
  return users.find(filter).toArray();
}
