import { type ObjectId } from 'mongodb';
import type {
  Collections,
  ContactMessageDocument,
  ContactReply,
} from '../../database/collections.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { findPage, type ListRequest, matchText, type Page } from '../../database/lists.ts';

type Messages = Pick<Collections, 'contactMessages'>;

export async function insertMessage(
  { contactMessages }: Messages,
  message: ContactMessageDocument,
): Promise<void> {
  await contactMessages.insertOne(message);
}

type InboxRequest = ListRequest & {
  search?: string | undefined;
  done?: boolean | undefined;
  /** Only messages since then. An index finds them, so that a search doesn't read all. */
  since: Date;
};

/** Newest first. */
export async function listMessages(
  { contactMessages }: Messages,
  { search, done, since, ...request }: InboxRequest,
): Promise<Page<ContactMessageDocument>> {
  const fields = ['name', 'email', 'message'] as const;
  const filter = {
    at: { $gte: since },
    ...(done !== undefined && { isDone: done }),
    ...(search && { $or: fields.map((field) => ({ [field]: matchText(search) })) }),
  };
  return findPage(contactMessages, filter, request, '-at');
}

/**
 * Adds a reply to a message, once, and marks the message as done.
 * @param act goes to the audit log
 * @returns whether it was added
 */
export async function pushReply(
  { contactMessages }: Messages,
  _id: ObjectId,
  reply: ContactReply,
  act: AuditEvent,
): Promise<boolean> {
  const { modifiedCount } = await contactMessages.updateOne(
    { _id, 'replies._id': { $ne: reply._id } },
    {
      $push: { replies: reply, events: act },
      $set: { isDone: true, doneBy: reply.by },
    },
  );
  return modifiedCount === 1;
}

/**
 * Corrects the address that somebody gave, unless it is an account's.
 * @param act goes to the audit log
 * @returns the message as it was; null if there is none, or an account wrote it
 */
export async function replaceEmail(
  { contactMessages }: Messages,
  _id: ObjectId,
  email: string,
  act: AuditEvent,
): Promise<ContactMessageDocument | null> {
  return contactMessages.findOneAndUpdate(
    { _id, copyTo: { $exists: false } },
    { $set: { email }, $push: { events: act } },
  );
}

/** Marks what an account wrote until then as done, too. */
export async function markEarlier(
  { contactMessages }: Messages,
  { email, copyTo }: Pick<ContactMessageDocument, 'email' | 'copyTo'>,
  { by, at }: ContactReply,
): Promise<void> {
  if (!copyTo) return;
  await contactMessages.updateMany(
    { email, copyTo, isDone: false, at: { $lte: at } },
    { $set: { isDone: true, doneBy: by } },
  );
}

/** What was written with an address, oldest first. */
export async function listMessagesFrom(
  { contactMessages }: Messages,
  email: string,
): Promise<ContactMessageDocument[]> {
  const found = await contactMessages.find({ email }).toArray();
  return found.sort((a, b) => a.at.getTime() - b.at.getTime());
}
