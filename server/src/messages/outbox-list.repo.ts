import type { MailKind, MailState } from '@speakifyr/contract/mail-kinds.ts';
import type { Filter, ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import { findPage, type ListRequest, matchText, type Page } from '../database/lists.ts';
import type { OutboxDocument, WrittenMail } from '../database/outbox-document.ts';

/** Reads the outbox for people: the admins' list and each person's own messages. */
type Outbox = Pick<Collections, 'outbox'>;

/** Limits the list to some emails. */
export type OutboxFilter = {
  search?: string | undefined;
  state?: MailState | undefined;
  kind?: MailKind | undefined;
};

export type ListedLine = Omit<OutboxDocument, 'written'>;

/** Newest first. @param since a search looks at emails since then only: an index finds them, so it doesn't read all */
export async function listOutbox(
  { outbox }: Outbox,
  { search, state, kind, since, ...request }: ListRequest & OutboxFilter & { since: Date },
): Promise<Page<ListedLine>> {
  const fields = ['to.name', 'to.address', 'sentTo', 'subject'] as const;
  const filter = {
    ...((search || kind) && { createdAt: { $gte: since } }),
    ...(state && { state }),
    ...(kind && { 'cause.kind': kind }),
    ...(search && { $or: fields.map((field) => ({ [field]: matchText(search) })) }),
  };
  return findPage(outbox, filter, request, '-createdAt', { written: 0 });
}

export async function findLine({ outbox }: Outbox, id: string): Promise<OutboxDocument | null> {
  return outbox.findOne({ _id: id });
}

/** A person's emails without their content, newest first. */
export async function listLatestTo(
  { outbox }: Outbox,
  userId: ObjectId,
  limit: number,
): Promise<ListedLine[]> {
  return outbox
    .find<ListedLine>({ userId }, { projection: { written: 0 } })
    .sort({ createdAt: -1 })
    .limit(limit)
    .toArray();
}

/** An email that is written. */
export type WrittenLine = OutboxDocument & { written: WrittenMail };

/** A person's written emails since a moment, newest first, without those that were not true anymore. */
export async function listWrittenTo(
  { outbox }: Outbox,
  userId: ObjectId,
  since: Date,
  limit: number,
): Promise<WrittenLine[]> {
  const filter: Filter<OutboxDocument> = {
    userId,
    createdAt: { $gte: since },
    written: { $exists: true },
    // Its link proves that they read another mailbox.
    'cause.kind': { $ne: 'confirm address' },
    // A message from the school is for the page even if the person wants no email of it.
    $or: [{ state: { $ne: 'stale' } }, { 'cause.kind': 'school message' }, { isDismissed: true }],
  };
  return outbox.find<WrittenLine>(filter).sort({ createdAt: -1, _id: -1 }).limit(limit).toArray();
}

/** Puts an email that has failed or was sent back into the queue. @returns false if it was neither */
export async function requeue(
  { outbox }: Outbox,
  id: string,
  due: Pick<OutboxDocument, 'nextAt' | 'notAfter'>,
): Promise<boolean> {
  const { matchedCount } = await outbox.updateOne(
    { _id: id, state: { $in: ['failed', 'sent'] } },
    { $set: { ...due, state: 'queued', attempts: 0 }, $unset: { lastError: '' } },
  );
  return matchedCount === 1;
}

/**
 * Sends replies to a message of the contact form to another address: those that have not been sent, and one more. The
 * admins' emails about it get the address, too: what names a sender goes with the account that has this address.
 * @param prefix with which the ids of the replies begin
 */
export async function readdressReplies(
  { outbox }: Outbox,
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

/** Marks a failed email as not needed. @returns whether it had failed */
export async function dismissFailed({ outbox }: Outbox, id: string): Promise<boolean> {
  const { matchedCount } = await outbox.updateOne(
    { _id: id, state: 'failed' },
    { $set: { state: 'stale', isDismissed: true } },
  );
  return matchedCount === 1;
}
