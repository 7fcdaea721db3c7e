import type { Role } from '@speakifyr/contract/limits.ts';
import type { Filter, ObjectId } from 'mongodb';
import type { Collections, UserDocument } from '../../database/collections.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { isDuplicateKey } from '../../database/duplicate-key.ts';
import { findBatches, findPage, type ListRequest, type Page } from '../../database/lists.ts';
import { matchWords, readPhone, readWords, startsWith } from '../../database/search-words.ts';
import { changeActs } from './user-acts.ts';

/** Limits a list to some users. */
export type UserFilter = { search?: string | undefined; role?: Role | undefined };

type Users = Pick<Collections, 'users'>;

/** Active users, with one role or all, sorted by name by default. A search finds them as the office's search does. */
export async function listUsers(
  { users }: Users,
  { search, role, ...request }: ListRequest & UserFilter,
): Promise<Page<UserDocument>> {
  let count: (() => Promise<number>) | undefined;
  if (search) count = () => countFound({ users }, search, role);
  else if (!role || role === 'student') count = () => countMany({ users }, role);
  return findPage(users, matchUsers({ search, role }), request, 'name', {}, count);
}

/** The same users, all of them, in batches. */
export function readAllUsers(
  { users }: Users,
  { search, role, ...request }: ListRequest & UserFilter,
): AsyncIterable<UserDocument[]> {
  return findBatches(users, matchUsers({ search, role }), request, 'name');
}

function matchUsers({ search, role }: UserFilter): Filter<UserDocument> {
  return {
    ...{ status: 'active', ...(role && { role }) },
    ...(search && { $or: Object.values(matchPerson(search)).filter((way) => way !== undefined) }),
  };
}

/** By all words of a name, a phone number, or the beginning of an email. Each has an index. */
function matchPerson(typed: string) {
  const phone = readPhone(typed);
  const words = phone ? [phone] : readWords(typed);
  return {
    byEmail: { email: startsWith(typed.trim().toLowerCase()) },
    byWords: words.length > 0 ? matchWords(words) : undefined,
  };
}

/** Counts by one index after the other, and nobody twice: a count with `$or` may read every user. */
async function countFound({ users }: Users, search: string, role?: Role): Promise<number> {
  const { byEmail, byWords } = matchPerson(search);
  const all = matchUsers({ role });
  const [ofEmail, others] = await Promise.all([
    users.countDocuments({ ...all, ...byEmail }),
    byWords ? users.countDocuments({ ...all, ...byWords, email: { $not: byEmail.email } }) : 0,
  ]);
  return ofEmail + others;
}

/** Most users are active students. MongoDB knows the size of a collection without reading it, so the others are counted. */
async function countMany({ users }: Users, role?: 'student'): Promise<number> {
  const isLeft = { status: { $in: ['removed' as const, 'deleting' as const] } };
  const isOther = { role: { $in: ['instructor' as const, 'admin' as const] } };
  const [all, left, others] = await Promise.all([
    users.estimatedDocumentCount(),
    users.countDocuments(role ? { ...isLeft, role } : isLeft),
    role ? users.countDocuments(isOther) : 0,
  ]);
  return all - left - others;
}

/**
 * Adds a user, unless there is one with this email or uid. Safe to call any number of times at once.
 * @returns the new user's id, or null if there was one
 */
export async function insertUserOnce(
  { users }: Users,
  user: UserDocument,
): Promise<ObjectId | null> {
  try {
    const { upsertedId } = await users.updateOne(
      { email: user.email },
      { $setOnInsert: user },
      { upsert: true },
    );
    return upsertedId;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** Takes a registration back that has just been made. */
export async function dropUser({ users }: Users, id: ObjectId): Promise<void> {
  await users.deleteOne({ _id: id });
}

/**
 * Unlinks an active user from their account at the provider.
 * @param credentials a new value, so that no session counts anymore
 * @returns whether there was such a user
 */
export async function clearSignIn(
  { users }: Users,
  id: ObjectId,
  credentials: string,
  act: AuditEvent,
): Promise<boolean> {
  const { matchedCount } = await users.updateOne(
    { _id: id, status: 'active' },
    {
      $unset: { uid: '', otherSignIn: '', calendarSecret: '', mailTo: '' },
      $set: { credentials },
      ...changeActs({ done: act }),
    },
  );
  return matchedCount === 1;
}

/** What changes of a user. What is missing stays. */
type Changes = {
  [Name in 'name' | 'photo' | 'phone' | 'birthDate' | 'searchWords']?:
    UserDocument[Name] | undefined;
};

/**
 * Changes what an active user says about themselves, if their name and phone are still those that are known. An empty phone
 * is removed.
 * @returns the changed user, or null
 */
export async function setProfile(
  { users }: Users,
  known: Pick<UserDocument, '_id' | 'name' | 'phone'>,
  { phone, ...changes }: Changes,
  act?: AuditEvent,
): Promise<UserDocument | null> {
  const given = Object.entries({ ...changes, phone: phone || undefined }).filter(
    ([, value]) => value !== undefined,
  );
  return users.findOneAndUpdate(
    {
      ...{ _id: known._id, status: 'active', name: known.name },
      phone: known.phone ?? { $exists: false },
    },
    {
      $set: Object.fromEntries(given),
      ...(phone === '' && { $unset: { phone: '' } }),
      ...(act && { $push: { events: act } }),
    },
    { returnDocument: 'after' },
  );
}
