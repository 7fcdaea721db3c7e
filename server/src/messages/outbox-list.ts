import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { MailKind, MailState } from '@speakifyr/contract/mail-kinds.ts';
import type { FullMail, ListedMail } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import { findPage, type ListRequest, matchText, type Page } from '../database/lists.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import { ApiError } from '../errors.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { getMail as getMailOf } from './kinds/all.ts';
import { hideOptOutToken } from './my-mail.ts';
/** Limits the list to some emails. */
type OutboxFilter = {
  search?: string | undefined;
  state?: MailState | undefined;
  kind?: MailKind | undefined;
};

type ListedLine = Omit<OutboxDocument, 'written'>;

/** How far back a search goes. The contract's summary names it. */
const LISTED_DAYS = 365;

/** The school's emails, newest first. */
export async function getOutbox(
  { search, state, kind, ...request }: ListRequest & OutboxFilter,
  { database, now }: Services,
): Promise<Page<ListedMail>> {
  const since = new Date(now().getTime() - LISTED_DAYS * DAY_MS);
  // The outbox only grows, so never return all of it.
  const page = { page: 1, size: MAX_PAGE_SIZE, ...request };
  const fields = ['to.name', 'to.address', 'sentTo', 'subject'] as const;
  const filter = {
    // An index finds these, so a search doesn't read all.
    ...((search || kind) && { createdAt: { $gte: since } }),
    ...(state && { state }),
    ...(kind && { 'cause.kind': kind }),
    ...(search && { $or: fields.map((field) => ({ [field]: matchText(search) })) }),
  };
  const { outbox } = database.collections;
  const { items, total } = await findPage(outbox, filter, page, '-createdAt', { written: 0 });
  return { total, items: items.map(presentLine) };
}

/** What the school has emailed to a person, newest first. */
export async function getLatestMailsTo(
  { _id }: { _id: ObjectId },
  limit: number,
  { database }: Pick<Services, 'database'>,
): Promise<ListedMail[]> {
  const lines = await database.collections.outbox
    .find<ListedLine>({ userId: _id }, { projection: { written: 0 } })
    .sort({ createdAt: -1 })
    .limit(limit)
    .toArray();
  return lines.map(presentLine);
}

/** @throws {ApiError} `not_found` */
export async function getMail(id: string, services: Services): Promise<FullMail> {
  const line = await findLine(id, services);
  const { userId, cause } = line;
  // Only the owner of the mailbox may see the link in it.
  const written = getMailOf(cause.kind).isSecret ? undefined : line.written;
  const account = userId ?? (cause['invitedBy'] as ObjectId | undefined);
  return {
    ...presentLine(line),
    accountId: account?.toHexString() ?? null,
    content: written?.content ?? null,
    text: written ? hideOptOutToken(written.text) : null,
    attachments: written?.attachments ?? [],
  };
}

/**
 * Sends an email again, now: one that failed, or one that was sent but that the recipient can't find. If its time has
 * passed, it gets one more day. Its text is written again if it is forgotten.
 * @throws {ApiError} `not_found`; `mail_not_done` if it is on its way or was dismissed; `mail_out_of_date` for a sent one
 *   that would be wrong now, such as a reminder
 */
export async function retryMail(id: string, services: Services): Promise<void> {
  const line = await findLine(id, services);
  const nextAt = services.now();
  const isLate = line.notAfter <= nextAt;
  const isTimely = getMailOf(line.cause.kind).isTimely;
  if (isLate && isTimely && line.state === 'sent') throw new ApiError('mail_out_of_date');
  const notAfter = isLate && !isTimely ? new Date(nextAt.getTime() + DAY_MS) : line.notAfter;
  const { matchedCount } = await services.database.collections.outbox.updateOne(
    { _id: id, state: { $in: ['failed', 'sent'] } },
    { $set: { nextAt, notAfter, state: 'queued', attempts: 0 }, $unset: { lastError: '' } },
  );
  if (matchedCount === 0) throw new ApiError('mail_not_done');
}

/**
 * Gives up on a failed email, so that it no longer counts as failed. The reason of the failure stays.
 * @throws {ApiError} `not_found`, `mail_not_failed`
 */
export async function dismissMail(id: string, services: Services): Promise<void> {
  const { matchedCount } = await services.database.collections.outbox.updateOne(
    { _id: id, state: 'failed' },
    { $set: { state: 'stale', isDismissed: true } },
  );
  if (matchedCount === 1) return;
  await findLine(id, services);
  throw new ApiError('mail_not_failed');
}

function presentLine(line: ListedLine): ListedMail {
  const { _id, cause, to, state, isEssential, attempts } = line;
  return {
    _id,
    kind: cause.kind,
    // Nobody has told us the name of a person who is invited.
    to: { name: to.name || to.address, address: line.sentTo ?? to.address },
    subject: line.subject ?? '',
    state,
    isEssential,
    attempts,
    lastError: line.lastError ?? null,
    createdAt: line.createdAt.toISOString(),
    nextAt: line.nextAt?.toISOString() ?? null,
    sentAt: line.sentAt?.toISOString() ?? null,
  };
}

/** @throws {ApiError} `not_found` */
export async function findLine(id: string, { database }: Services): Promise<OutboxDocument> {
  const line = await database.collections.outbox.findOne({ _id: id });
  if (!line) throw new ApiError('not_found', 'We could not find this email.');
  return line;
}
