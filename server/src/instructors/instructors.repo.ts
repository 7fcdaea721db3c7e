import type { ObjectId } from 'mongodb';
import type { Collections, UserDocument } from '../database/collections.ts';

type Users = Pick<Collections, 'users'>;

/** All instructors, by name. */
export async function listInstructorUsers({ users }: Users): Promise<UserDocument[]> {
  return users.find({ role: 'instructor', status: 'active' }).sort({ name: 1, _id: 1 }).toArray();
}

/** @param email in lower case */
export async function findInstructorUser(
  { users }: Users,
  who: { email: string } | { _id: ObjectId },
): Promise<UserDocument | null> {
  return users.findOne({ ...who, role: 'instructor', status: 'active' });
}

/** Changes the role, if it is still the one that it is changed from. @returns whether it did */
export async function setInstructorRole(
  { users }: Users,
  id: ObjectId,
  from: 'instructor' | 'student',
  to: 'instructor' | 'student',
): Promise<boolean> {
  const { modifiedCount } = await users.updateOne({ _id: id, role: from }, { $set: { role: to } });
  return modifiedCount === 1;
}
