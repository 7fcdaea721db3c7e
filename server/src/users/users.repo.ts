import type { Role } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { Collections, UserDocument } from '../database/collections.ts';
import { findPage, type ListRequest, matchText, type Page } from '../database/lists.ts';
import { together } from '../database/together.ts';

/** Which users a list is asked for. */
export type UserFilter = { search?: string | undefined; role?: Role | undefined };

type Users = Pick<Collections, 'users'>;

/**
 * Every signed-in call asks who its caller is: those that come in the same moment are asked about in one command.
 * @param email in lower case
 */
export function findUser({ users }: Users, email: string): Promise<UserDocument | null> {
  return findUsersTogether(users, email);
}

const findUsersTogether = together(async (users: Users['users'], emails: readonly string[]) => {
  const found = await users.find({ email: { $in: [...new Set(emails)] } }).toArray();
  const byEmail = new Map(found.map((user) => [user.email, user]));
  return emails.map((email) => byEmail.get(email) ?? null);
}, setImmediate);

export async function findUserById({ users }: Users, id: ObjectId): Promise<UserDocument | null> {
  return users.findOne({ _id: id });
}

/** Users who are not removed, of one role or of all, by name; searched in name and e-mail. */
export async function listUsers(
  { users }: Users,
  { search, role, ...request }: ListRequest & UserFilter,
): Promise<Page<UserDocument>> {
  const text = search ? { $or: [{ name: matchText(search) }, { email: matchText(search) }] } : {};
  return findPage(users, { status: 'active', ...(role && { role }), ...text }, request, 'name');
}

/**
 * Adds a user unless the e-mail has one already; safe to call any number of times at once.
 * @returns the new user's id, or null when there was one
 */
export async function insertUserOnce(
  { users }: Users,
  user: Omit<UserDocument, '_id'>,
): Promise<ObjectId | null> {
  const { upsertedId } = await users.updateOne(
    { email: user.email },
    { $setOnInsert: { _id: new ObjectId(), ...user } },
    { upsert: true },
  );
  return upsertedId;
}

/** Changes the role, if the user still has the one that they are changed from. @returns whether it did */
export async function changeRole(
  { users }: Users,
  id: ObjectId,
  from: Role,
  to: Role,
): Promise<boolean> {
  const { modifiedCount } = await users.updateOne(
    { _id: id, role: from, status: 'active' },
    { $set: { role: to } },
  );
  return modifiedCount === 1;
}

/** Marks a user as removed, if the role is still the one that was looked at. @returns whether it did */
export async function markRemoved({ users }: Users, id: ObjectId, role: Role): Promise<boolean> {
  const { modifiedCount } = await users.updateOne(
    { _id: id, role, status: 'active' },
    { $set: { status: 'removed' } },
  );
  return modifiedCount === 1;
}

/** Takes a removal back. */
export async function markActive({ users }: Users, id: ObjectId): Promise<void> {
  await users.updateOne({ _id: id }, { $set: { status: 'active' } });
}

/**
 * Marks a student as being deleted, if they are still an active one.
 * @param deletion.checkAfter until then the work is the caller's alone
 * @returns whether it did
 */
export async function markDeleting(
  { users }: Users,
  id: ObjectId,
  deletion: NonNullable<UserDocument['deletion']>,
): Promise<boolean> {
  const { modifiedCount } = await users.updateOne(
    { _id: id, role: 'student', status: 'active' },
    { $set: { status: 'deleting', deletion } },
  );
  return modifiedCount === 1;
}

/** The next deletion that was left unfinished. Whoever gets it has it to themself until `checkAgainAfter`. */
export async function claimDueDeletion(
  { users }: Users,
  at: Date,
  checkAgainAfter: Date,
): Promise<UserDocument | null> {
  return users.findOneAndUpdate(
    { status: 'deleting', 'deletion.checkAfter': { $lte: at } },
    { $set: { 'deletion.checkAfter': checkAgainAfter } },
    { returnDocument: 'after' },
  );
}

/** Keeps a deletion for longer. @returns false if another server has finished it meanwhile */
export async function keepDeletion(
  { users }: Users,
  id: ObjectId,
  checkAgainAfter: Date,
): Promise<boolean> {
  const { matchedCount } = await users.updateOne(
    { _id: id, status: 'deleting' },
    { $set: { 'deletion.checkAfter': checkAgainAfter } },
  );
  return matchedCount === 1;
}

/** Removes the record of a user who is being deleted: from here on the e-mail is free. */
export async function dropDeletedUser({ users }: Users, id: ObjectId): Promise<void> {
  await users.deleteOne({ _id: id, status: 'deleting' });
}

export async function countAdmins({ users }: Users): Promise<number> {
  return users.countDocuments({ role: 'admin', status: 'active' });
}
