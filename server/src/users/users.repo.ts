import type { Role } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { AuditDocument, Collections, UserDocument } from '../database/collections.ts';
import { findPage, type ListRequest, matchText, type Page } from '../database/lists.ts';

/** Which users a list is asked for. */
export type UserFilter = { search?: string | undefined; role?: Role | undefined };

type Users = Pick<Collections, 'users'>;

/** What an update says to the audit log: an act, or that an act was taken back. */
export type UserActs = { done: AuditDocument } | { takenBack: AuditDocument };

/** The part of an update of a user that keeps `unfiledActs` in step with it. */
function changeActs(acts: UserActs) {
  return 'done' in acts
    ? { $push: { unfiledActs: acts.done } }
    : { $pull: { unfiledActs: { _id: acts.takenBack._id } } };
}

/** @param email in lower case */
export async function findUser({ users }: Users, email: string): Promise<UserDocument | null> {
  return users.findOne({ email });
}

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

/**
 * Changes the role, if the user still has the one that they are changed from.
 * @param acts what the audit log will say of it, or what it must not say any more
 * @returns whether it did
 */
export async function changeRole(
  { users }: Users,
  id: ObjectId,
  from: Role,
  to: Role,
  acts: UserActs,
): Promise<boolean> {
  const { modifiedCount } = await users.updateOne(
    { _id: id, role: from, status: 'active' },
    { $set: { role: to }, ...changeActs(acts) },
  );
  return modifiedCount === 1;
}

/** Instructors who are not removed, by name. */
export async function listInstructors({ users }: Users): Promise<UserDocument[]> {
  return users.find({ role: 'instructor', status: 'active' }).sort({ name: 1, _id: 1 }).toArray();
}

/** @param who.email in lower case */
export async function findInstructor(
  { users }: Users,
  who: { email: string } | { _id: ObjectId },
): Promise<UserDocument | null> {
  return users.findOne({ ...who, role: 'instructor', status: 'active' });
}
