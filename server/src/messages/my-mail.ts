import type { MailChoice } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { type MailChange, setMailChoice } from './my-mail.repo.ts';

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
  id: ObjectId,
  change: MailChange,
  services: Services,
): Promise<MailChoice> {
  const user = await setMailChoice(services.database.collections, id, change);
  if (!user) throw new ApiError('session_expired');
  return getMailChoice(user);
}
