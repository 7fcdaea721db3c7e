import type { MailChoice } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import type { Collections, UserDocument } from '../database/collections.ts';

/** The fields that change. */
export type MailChange = { [K in keyof MailChoice]?: boolean | undefined };

/** Changes which emails a person wants. @returns their record, or null if it is gone */
export async function setMailChoice(
  { users }: Pick<Collections, 'users'>,
  id: ObjectId,
  { reminders, news }: MailChange,
): Promise<UserDocument | null> {
  const $set = {
    ...(reminders !== undefined && { 'mail.reminders': reminders }),
    ...(news !== undefined && { 'mail.news': news }),
  };
  // MongoDB refuses an empty change.
  if (Object.keys($set).length === 0) return users.findOne({ _id: id });
  return users.findOneAndUpdate({ _id: id }, { $set }, { returnDocument: 'after' });
}
