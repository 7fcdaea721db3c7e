import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { MAIL_KINDS, type MailKind, type MailState } from '@speakifyr/contract/mail-kinds.ts';
import type { FullMail, ListedMail } from '@speakifyr/contract/mail.ts';
import type { Filter, ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findPage, type ListRequest, matchText, type Page } from '../database/lists.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import { ApiError } from '../errors.ts';
import { listLeftToColleagues } from '../families/own-family.ts';
import { auditEvent } from '../events/audit-event.ts';
import { bundleOf } from '../users/bundles.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { correctSender, nameReplyLine } from './contact/contact.service.ts';
import { type CauseOf, getMailModule as getMailOf } from './kinds/all.ts';
import { hideOptOutToken } from './my-mail.ts';

/** Limits the list to some emails. */
type OutboxFilter = {
  search?: string;
  state?: MailState;
  kind?: MailKind;
};

type ListedLine = Omit<OutboxDocument, 'written'>;

/** The admin who reads. Missing: treated as an admin who is no director. */
export type OutboxReader = Pick<UserDocument, '_id' | 'role' | 'bundle'> | undefined;

function mayList(kind: MailKind, reader: OutboxReader): boolean {
  return !getMailOf(kind).isForDirectors || (!!reader && bundleOf(reader) === 'director');
}

/** The kinds of emails that this admin may know of. */
export function listKinds(reader: OutboxReader): MailKind[] {
  return MAIL_KINDS.filter((kind) => mayList(kind, reader));
}

/**
 * Leaves out what may be about this admin, as a guardian: what the office hears about their child, and the same to a
 * guardian who may collect it. Not in the list either: the subject alone would tell it. R712
 */
export async function withoutOwnFamily(
  reader: OutboxReader,
  services: Pick<Services, 'database'>,
): Promise<Filter<OutboxDocument>> {
  const own = reader ? await listLeftToColleagues(reader, services) : [];
  if (own.length === 0) return {};
  const kinds = MAIL_KINDS.filter(
    (kind) => getMailOf(kind).isForAdmins || kind === 'left not allowed',
  );
  const isOther = { 'cause.kind': { $not: { $in: kinds } } };
  return { $and: [{ $or: [isOther, { 'cause.childId': { $not: { $in: own } } }] }] };
}

/** How far back a search goes. The contract's summary names it. */
const LISTED_DAYS = 365;

/** The school's emails, newest first, as far as this admin may know of them. R81 */
export async function getOutbox(
  { search, state, kind, ...request }: ListRequest & OutboxFilter,
  services: Services,
  reader?: OutboxReader,
): Promise<Page<ListedMail>> {
  const { database, now } = services;
  const since = new Date(now().getTime() - LISTED_DAYS * DAY_MS);
  // The outbox has thousands of lines, so never return all of it.
  const page = { page: 1, size: MAX_PAGE_SIZE, ...request };
  const wanted = listKinds(reader).filter((one) => !kind || one === kind);
  const ofOthers = await withoutOwnFamily(reader, services);
  const isPart = wanted.length < MAIL_KINDS.length;
  const fields = ['to.name', 'to.address', 'sentTo', 'subject'] as const;
  const filter = {
    // An index finds these, so a search doesn't read all.
    ...((search || isPart || ofOthers.$and) && { createdAt: { $gte: since } }),
    ...(state && { state }),
    ...(isPart && { 'cause.kind': { $in: wanted } }),
    ...(search && { $or: fields.map((field) => ({ [field]: matchText(search) })) }),
    ...ofOthers,
  };
  const { outbox } = database.collections;
  const { items, total } = await findPage(outbox, filter, page, '-createdAt', { written: 0 });
  return { total, items: items.map(presentLine) };
}

/** What the school has emailed to a person, newest first, as far as this admin may know of it. */
export async function getLatestMailsTo(
  { _id }: { _id: ObjectId },
  limit: number,
  reader: OutboxReader,
  services: Pick<Services, 'database'>,
): Promise<ListedMail[]> {
  const filter = { userId: _id, ...(await withoutOwnFamily(reader, services)) };
  const lines = await services.database.collections.outbox
    .find<ListedLine>(filter, { projection: { written: 0 } })
    .sort({ createdAt: -1 })
    .limit(limit)
    .toArray();
  return lines.filter(({ cause }) => mayList(cause.kind, reader)).map(presentLine);
}

/** @throws {ApiError} `not_found`, also if this admin may not know of it */
export async function getMail(
  id: string,
  services: Services,
  reader?: OutboxReader,
): Promise<FullMail> {
  const line = await findLine(id, services, await withoutOwnFamily(reader, services));
  if (!mayList(line.cause.kind, reader)) throw mailNotFoundError();
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
 * passed, it gets one more day. If its text was deleted, it is written again.
 * @throws {ApiError} `not_found`; `mail_not_done` if it is on its way or was dismissed; `mail_out_of_date` for a sent
 *   one that would be wrong now, such as a reminder
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
    // We don't know the name of an invited person.
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
async function findLine(
  id: string,
  { database }: Services,
  readable: Filter<OutboxDocument> = {},
): Promise<OutboxDocument> {
  const line = await database.collections.outbox.findOne({ ...readable, _id: id });
  if (!line) throw mailNotFoundError();
  return line;
}

function mailNotFoundError(): ApiError {
  return new ApiError('not_found', 'We could not find this email.');
}

/**
 * Corrects the address that somebody without an account gave in the contact form, and sends a reply there. An account's
 * address is its owner's log-in, and an invitation gives rights to a child: the school changes neither. The audit log
 * says who did it and why, never the addresses: it outlives the message. decisions/0051
 * @param id the reply's, in the outbox
 * @throws {ApiError} `not_found`; `address_fixed` for any other email; `mail_not_done` if it is on its way
 */
export async function correctMailAddress(
  id: string,
  { email, note }: { email: string; note: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const { cause, userId, state } = await findLine(id, services);
  if (cause.kind !== 'contact reply' || userId) throw new ApiError('address_fixed');
  if (state !== 'failed' && state !== 'sent') throw new ApiError('mail_not_done');
  const { messageId } = cause as CauseOf<'contact reply'>;
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'correct address',
    target: 'contact form',
    before: null,
    after: { message: messageId.toHexString(), note },
  });
  const from = await correctSender(messageId, email, event, services);
  // The message was deleted after half a year, or is an account's after all.
  if (from === undefined) throw new ApiError('address_fixed');
  const prefix = nameReplyLine(messageId.toHexString(), '');
  await readdressReplies(collections, { messageId, prefix, lineId: id }, { from, to: email });
  await retryMail(id, services);
}

/**
 * Sends replies to a contact-form message to another address: the unsent ones, and one more. The admins' emails about
 * it get the address, too: what names a sender is deleted with the account that has this address. R313
 * @param prefix of the replies' ids
 */
async function readdressReplies(
  { outbox }: Pick<Collections, 'outbox'>,
  { messageId, prefix, lineId }: { messageId: ObjectId; prefix: string; lineId: string },
  { from, to }: { from: string; to: string },
): Promise<void> {
  const isOfMessage = { 'cause.messageId': messageId };
  await outbox.updateMany(
    {
      ...isOfMessage,
      _id: { $gte: prefix, $lt: `${prefix}~` },
      userId: { $exists: false },
      $or: [{ _id: lineId }, { state: { $in: ['queued', 'failed'] } }],
    },
    { $set: { 'to.address': to } },
  );
  await outbox.updateMany(
    { ...isOfMessage, 'replyTo.address': from },
    { $set: { 'replyTo.address': to } },
  );
}
