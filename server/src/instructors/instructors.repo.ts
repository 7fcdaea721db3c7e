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
