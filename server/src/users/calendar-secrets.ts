import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { Services } from '../services.ts';

/** When the secret address of a calendar ends without its owner's doing. R469 */

/**
 * The part of an update of a user that ends all sessions. With them ends the calendar's address: whoever had the
 * account may have it, too.
 * @param set what else changes; `gone`: what else is removed
 */
export function newCredentials(
  credentials: string,
  set: Partial<UserDocument> = {},
  gone: (keyof UserDocument)[] = [],
) {
  const removed = [...gone, 'calendarSecret'].map((field) => [field, ''] as const);
  return { $set: { ...set, credentials }, $unset: Object.fromEntries(removed) };
}

/** Ends the calendar addresses of accounts that lost a right. They may ask for new ones. May be repeated. */
export async function endCalendars(
  userIds: ObjectId[],
  { database }: Pick<Services, 'database'>,
): Promise<void> {
  if (userIds.length === 0) return;
  await database.collections.users.updateMany(
    { _id: { $in: userIds }, calendarSecret: { $exists: true } },
    { $unset: { calendarSecret: '' } },
  );
}
