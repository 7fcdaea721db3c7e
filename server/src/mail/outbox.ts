import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { countLines, dropContentBefore, dropLinesBefore, insertLineOnce } from './outbox.repo.ts';

/** What causes an email must say; the rest follows. */
export type NewMail = Pick<
  OutboxDocument,
  '_id' | 'cause' | 'to' | 'userId' | 'isEssential' | 'replyTo' | 'notAfter'
>;

/** Puts an email into the outbox, due now. Harmless if it is there already, whatever has become of it. */
export async function addMail(mail: NewMail, { database, now }: Services): Promise<void> {
  const at = now();
  await insertLineOnce(database.collections, {
    ...mail,
    state: 'queued',
    attempts: 0,
    nextAt: at,
    createdAt: at,
  });
}

/** How long a line stays. The admins' list goes back as far (outbox-list.ts). */
const KEEP_LINE_DAYS = 365;

/**
 * Deletes the content of emails after KEEP_MAIL_DAYS, and then also the lines to people whose account is deleted and
 * those about the contact form. The other lines stay for a year, or until the account is deleted. Part of the sweep.
 */
export async function forgetOldMails({ database: { collections }, now }: Services): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
  await dropContentBefore(collections, daysAgo(KEEP_MAIL_DAYS));
  await dropLinesBefore(collections, daysAgo(KEEP_MAIL_DAYS), { isAboutOthers: true });
  await dropLinesBefore(collections, daysAgo(KEEP_LINE_DAYS));
}

/** @returns how many emails wait, and how many of the last 24 hours have failed */
export async function countMails({
  database,
  now,
}: Services): Promise<{ waiting: number; failed: number }> {
  return countLines(database.collections, new Date(now().getTime() - DAY_MS));
}
