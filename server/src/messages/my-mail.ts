import type { MailChoice } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';

/** The fields that change. */
type MailChange = { [K in keyof MailChoice]?: boolean | undefined };

/** What counts for a person who has never chosen. */
const ALL: MailChoice = { reminders: true, news: true };

/** Which emails a person wants besides the essential ones. */
export function getMailChoice({ mail }: Pick<UserDocument, 'mail'>): MailChoice {
  return { ...ALL, ...mail };
}

/** Only people with a confirmed address get reminders: anybody can sign up with another person's address. */
export function wantsReminders(user: UserDocument): boolean {
  return user.status === 'active' && user.isVerified && getMailChoice(user).reminders;
}

/** @throws {ApiError} `session_expired` if the record is gone */
export async function changeMailChoice(
  _id: ObjectId,
  { reminders, news }: MailChange,
  { database }: Services,
): Promise<MailChoice> {
  const { users } = database.collections;
  const $set = {
    ...(reminders !== undefined && { 'mail.reminders': reminders }),
    ...(news !== undefined && { 'mail.news': news }),
  };
  // MongoDB refuses an empty change.
  const user =
    Object.keys($set).length === 0
      ? await users.findOne({ _id })
      : await users.findOneAndUpdate({ _id }, { $set }, { returnDocument: 'after' });
  if (!user) throw new ApiError('session_expired');
  return getMailChoice(user);
}
