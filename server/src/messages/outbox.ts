import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import type { MailCause, OutboxDocument } from '../database/outbox-document.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';

/** What causes an email must say; the rest follows. */
export type NewMail<Cause = MailCause> = Pick<
  OutboxDocument,
  '_id' | 'to' | 'userId' | 'isEssential' | 'replyTo' | 'notAfter'
> & { cause: Cause };

/** Puts emails into the outbox, due now. Harmless for those that are there already, whatever has become of them. */
export async function addMails(mails: NewMail[], { database, now }: Services): Promise<void> {
  if (mails.length === 0) return;
  const at = now();
  const due = { nextAt: at, createdAt: at, forgetAt: findForgetting(at) };
  await database.collections.outbox.bulkWrite(
    mails.map(({ _id, ...mail }) => {
      const line = { ...mail, ...due, state: 'queued' as const, attempts: 0 };
      return { updateOne: { filter: { _id }, update: { $setOnInsert: line }, upsert: true } };
    }),
    { ordered: false },
  );
}

/** @returns when to delete what an email says that was put into the outbox then */
export function findForgetting(createdAt: Date): Date {
  return new Date(createdAt.getTime() + KEEP_MAIL_DAYS * DAY_MS);
}

/** How long a line stays. The admins' list goes back as far (outbox-list.ts). */
const KEEP_LINE_DAYS = 365;

/**
 * Deletes what emails say after KEEP_MAIL_DAYS. The whole line goes if it names somebody who may have no account
 * (anymore): they deleted it, or wrote with the contact form. The other lines stay for a year, or until the account is
 * deleted. A job.
 */
export async function forgetOldMails({ database, now }: Services): Promise<void> {
  const { outbox } = database.collections;
  const at = now();
  const isDue = { forgetAt: { $lte: at } };
  await outbox.deleteMany({
    ...isDue,
    $or: [{ userId: { $exists: false } }, { 'replyTo.address': { $exists: true } }],
  });
  await outbox.updateMany(isDue, { $unset: { written: '', 'cause.text': '', forgetAt: '' } });
  await outbox.deleteMany({ createdAt: { $lt: new Date(at.getTime() - KEEP_LINE_DAYS * DAY_MS) } });
}

/** @returns how many emails wait, and how many of the last 24 hours have failed */
export async function countMails({
  database,
  now,
}: Services): Promise<{ waiting: number; failed: number }> {
  const { outbox } = database.collections;
  const since = new Date(now().getTime() - DAY_MS);
  const [waiting, failed] = await Promise.all([
    outbox.countDocuments({ state: { $in: ['queued', 'sending'] } }),
    outbox.countDocuments({ state: 'failed', createdAt: { $gte: since } }),
  ]);
  return { waiting, failed };
}
