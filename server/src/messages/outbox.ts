import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import type { MailCause, OutboxDocument } from '../database/outbox-document.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { countLines, dropLinesBefore, forgetDueLines, insertLinesOnce } from './outbox.repo.ts';

/** What causes an email must say; the rest follows. */
export type NewMail<Cause = MailCause> = Pick<
  OutboxDocument,
  '_id' | 'to' | 'userId' | 'isEssential' | 'replyTo' | 'notAfter'
> & { cause: Cause };

/** Puts emails into the outbox, due now. Harmless for those that are there already, whatever has become of them. */
export async function addMails(mails: NewMail[], { database, now }: Services): Promise<void> {
  const at = now();
  await insertLinesOnce(
    database.collections,
    mails.map((mail) => ({
      ...mail,
      state: 'queued',
      attempts: 0,
      nextAt: at,
      createdAt: at,
      forgetAt: findForgetting(at),
    })),
  );
}

/** @returns when to delete what an email says that was put into the outbox then */
export function findForgetting(createdAt: Date): Date {
  return new Date(createdAt.getTime() + KEEP_MAIL_DAYS * DAY_MS);
}

/** How long a line stays. The admins' list goes back as far (outbox-list.ts). */
const KEEP_LINE_DAYS = 365;

/**
 * Deletes the content of emails after KEEP_MAIL_DAYS, and then also the lines to people whose account is deleted and
 * those about the contact form. The other lines stay for a year, or until the account is deleted. A job.
 */
export async function forgetOldMails({ database: { collections }, now }: Services): Promise<void> {
  const at = now();
  await forgetDueLines(collections, at);
  await dropLinesBefore(collections, new Date(at.getTime() - KEEP_LINE_DAYS * DAY_MS));
}

/** @returns how many emails wait, and how many of the last 24 hours have failed */
export async function countMails({
  database,
  now,
}: Services): Promise<{ waiting: number; failed: number }> {
  return countLines(database.collections, new Date(now().getTime() - DAY_MS));
}
