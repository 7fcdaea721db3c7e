import type { MailChoice } from '@speakifyr/contract/mail.ts';
import type { UserDocument } from '../database/user-documents.ts';

/** The default for a person who has never chosen. */
const USUAL: MailChoice = { reminders: true, news: true, campDay: false };

/** Which emails a person wants besides the essential ones. */
export function getMailChoice({ mail }: Pick<UserDocument, 'mail'>): MailChoice {
  return { ...USUAL, ...mail };
}

/** Whether somebody gets these. Only with a confirmed address: anybody can sign up with another person's address. */
export function wants(choice: Exclude<keyof MailChoice, 'news'>, user: UserDocument): boolean {
  return user.status === 'active' && user.isVerified && getMailChoice(user)[choice];
}
