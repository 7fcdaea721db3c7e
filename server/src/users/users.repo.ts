import { ObjectId } from 'mongodb';
import type { Collections, UserDocument } from '../database/collections.ts';

type Users = Pick<Collections, 'users'>;

/** @param email in lower case */
export async function findUser({ users }: Users, email: string): Promise<UserDocument | null> {
  return users.findOne({ email });
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
