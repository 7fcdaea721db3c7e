import type { ObjectId } from 'mongodb';
import type { Collections, UserDocument } from '../../database/collections.ts';

type Users = Pick<Collections, 'users'>;

/** Replaces the secret of an account's calendar. */
export async function setCalendarSecret(
  { users }: Users,
  id: ObjectId,
  calendarSecret: string,
): Promise<void> {
  await users.updateOne({ _id: id }, { $set: { calendarSecret } });
}

/** The active account whose calendar has this secret. */
export async function findCalendarOwner(
  { users }: Users,
  calendarSecret: string,
): Promise<UserDocument | null> {
  return users.findOne({ calendarSecret, status: 'active' });
}
