import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import type { Collections } from '../database/collections.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { getMailModule } from './kinds/all.ts';
import type { DueMail, NewMail } from './mail-module.ts';

/** How many days we keep trying. */
const KEEP_TRYING_DAYS = 7;

/** The lines of the outbox for emails of a kind. */
export function makeLines(kind: MailKind, due: DueMail[], { now }: Services): NewMail[] {
  const module = getMailModule(kind);
  const { choice, keepTryingDays = KEEP_TRYING_DAYS } = module;
  return due.flatMap(({ id, about, to, notAfter: given, replyTo }) => {
    if (!to) return [];
    const address =
      '_id' in to ? { name: to.name, address: to.email } : { name: to.name, address: to.address };
    const userId = '_id' in to ? to._id : to.userId;
    const isCall = !hasMailbox(address.address);
    if (isCall && (!userId || module.isNotCalled || module.isForAdmins)) return [];
    // A call waits until somebody has made it.
    const days = isCall ? KEEP_LINE_DAYS : keepTryingDays;
    const notAfter = given ?? new Date(now().getTime() + days * DAY_MS);
    return [
      {
        _id: id,
        cause: { ...about, kind },
        to: address,
        notAfter,
        isEssential: !choice,
        ...(userId && { userId }),
        ...(replyTo && { replyTo }),
      },
    ];
  });
}

/** Puts emails into the outbox, due now. Harmless for those already there, whatever their state. */
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

/** @returns when to delete the content of an email that was put into the outbox then */
export function findForgetting(createdAt: Date): Date {
  return new Date(createdAt.getTime() + KEEP_MAIL_DAYS * DAY_MS);
}

/** How long a line stays. The admins' list goes back as far (outbox-list.ts). */
const KEEP_LINE_DAYS = 365;

/**
 * Deletes what emails say after KEEP_MAIL_DAYS, and what a call is about once it is made. The whole line goes if it names somebody who may have no account
 * (anymore): they deleted it, or wrote with the contact form. The other lines stay for a year, or until the account is
 * deleted. A job. R89
 */
export async function forgetOldMails({ database, now }: Services): Promise<void> {
  const { outbox } = database.collections;
  const at = now();
  // The person who calls must know what to say.
  const isDue = { forgetAt: { $lte: at }, state: { $ne: 'to call' as const } };
  await outbox.deleteMany({
    ...isDue,
    $or: [{ userId: { $exists: false } }, { 'replyTo.address': { $exists: true } }],
  });
  await outbox.updateMany(isDue, { $unset: { written: '', 'cause.text': '', forgetAt: '' } });
  await outbox.deleteMany({ createdAt: { $lt: new Date(at.getTime() - KEEP_LINE_DAYS * DAY_MS) } });
}

/** @returns how many emails wait, and how many failed in the last 24 hours */
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

// Rules: R93.
type Outbox = Pick<Collections, 'outbox'>;

/** A line that one server has to itself until its lease ends. */
export type Claim = {
  line: OutboxDocument;
  /** Whether another server was sending it and never reported the result. */
  wasLeft: boolean;
};

/** How a claim ends, or what it notes in between. */
export type Change = Partial<Omit<OutboxDocument, '_id' | 'cause' | 'userId'>>;

/**
 * Claims the line that has been due the longest. Several servers can share the work. Every claim counts as a try; that
 * number and the lease are the token without which nobody can change the line. R85
 */
export async function claimDueLine(
  { outbox }: Outbox,
  now: Date,
  leaseUntil: Date,
): Promise<Claim | null> {
  const before = await outbox.findOneAndUpdate(
    { nextAt: { $lte: now } },
    { $set: { nextAt: leaseUntil }, $inc: { attempts: 1 } },
    { sort: { nextAt: 1 }, returnDocument: 'before' },
  );
  if (!before) return null;
  return {
    line: { ...before, nextAt: leaseUntil, attempts: before.attempts + 1 },
    wasLeft: before.state === 'sending',
  };
}

/**
 * Changes a line that this server has claimed. What is undefined is removed.
 * @returns the claim as it is now, or null if it is over: another server has the line, or it is gone
 */
export async function changeClaimed(
  { outbox }: Outbox,
  { line, wasLeft }: Claim,
  change: Change,
): Promise<Claim | null> {
  const gone = Object.keys(change).filter((key) => change[key as keyof Change] === undefined);
  const { _id, attempts, nextAt } = line;
  const { matchedCount } = await outbox.updateOne(
    { _id, attempts, nextAt: nextAt ?? new Date(0) },
    {
      $set: Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((key) => [key, ''])) }),
    },
  );
  return matchedCount === 1 ? { line: { ...line, ...change }, wasLeft } : null;
}
