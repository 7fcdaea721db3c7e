import { findFamily, findPeopleById, NOBODY } from '../../users/find-users.ts';
import type { OwnData } from '@speakifyr/contract/account.ts';
import type { ContactMessage, ContactThread } from '@speakifyr/contract/contact.ts';
import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { type Filter, ObjectId } from 'mongodb';
import type { ContactMessageDocument } from '../../database/contact-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { findPage, type ListRequest, matchText, type Page } from '../../database/lists.ts';
import { ApiError } from '../../errors.ts';
import { auditEvent, newsEvent } from '../../events/audit-event.ts';
import type { Services } from '../../services.ts';
import { DAY_MS } from '../../school-time.ts';
import { writeOnce } from '../../write-once.ts';

/** How long a message is kept, as docs/privacy.md and client/content/privacy.md say. */
export const KEEP_MESSAGES_DAYS = 180;

/**
 * Puts a message into the admins' inbox. R257, R311
 * @param website a honeypot: only bots fill it in. Their message is silently dropped
 * @param writer who is signed in. A copy goes only to their own confirmed address: otherwise, anybody could have the
 *   school send any text to anybody
 */
export async function receiveMessage(
  { website, ...message }: { name: string; email: string; message: string; website?: string },
  writer: UserDocument | undefined,
  services: Services,
): Promise<void> {
  if (website) return;
  const _id = new ObjectId();
  const data = { messageId: _id };
  const isTheirs = writer?.isVerified && writer.email === message.email;
  await services.database.collections.contactMessages.insertOne({
    _id,
    ...message,
    ...(isTheirs && { copyTo: writer._id }),
    at: services.now(),
    isDone: false,
    doneBy: null,
    events: [newsEvent('message arrived', data, services.now())],
  });
}

/** The inbox, newest first. */
export async function getMessages(
  { search, done, ...request }: ListRequest & { search?: string; done?: boolean },
  services: Services,
): Promise<Page<ContactMessage>> {
  const { database, now } = services;
  // Anyone can write to the inbox, so never return all of it.
  const page = { page: 1, size: MAX_PAGE_SIZE, ...request };
  const fields = ['name', 'email', 'message'] as const;
  const filter = {
    // An index finds these, so a search doesn't read all.
    at: { $gte: findOldest(now()) },
    ...(done !== undefined && { isDone: done }),
    ...(search && { $or: fields.map((field) => ({ [field]: matchText(search) })) }),
  };
  const { items, total } = await findPage(
    database.collections.contactMessages,
    filter,
    page,
    '-at',
  );
  const emailOf = await readAdmins(items, services);
  return {
    total,
    items: items.map(({ _id, name, email, message, at, isDone, doneBy, replies = [] }) => ({
      _id: _id.toHexString(),
      name,
      email,
      message,
      isDone,
      doneBy: emailOf(doneBy),
      at: at.toISOString(),
      replies: replies.length,
    })),
  };
}

/**
 * Marks a message as done or open.
 * @throws {ApiError} `not_found`
 */
export async function markMessage(
  id: string,
  isDone: boolean,
  admin: UserDocument,
  { database }: Services,
): Promise<void> {
  const { matchedCount } = await database.collections.contactMessages.updateOne(
    { _id: new ObjectId(id) },
    { $set: { isDone, doneBy: isDone ? admin._id : null } },
  );
  if (matchedCount === 0) throw new ApiError('not_found');
}

/**
 * A message with its replies. An account's messages, written with its confirmed address, form one thread. Anybody can
 * give any address, so any other message is a thread of its own.
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found`
 */
export async function getThread(id: string, services: Services): Promise<ContactThread> {
  const message = await getMessage(new ObjectId(id), services);
  if (!message) throw messageNotFoundError();
  const { name, email, copyTo } = message;
  const root = ({ _id, threadOf = _id }: ContactMessageDocument) => threadOf;
  const all = await listMessages(copyTo ? { copyTo } : fromAddress(email), services.database);
  const thread = copyTo ? all : all.filter((one) => root(one).equals(root(message)));
  const states = await readMailStates(thread.flatMap(nameLines), services);
  const emailOf = await readAdmins(thread, services);
  return {
    name,
    email,
    accountId: copyTo?.toHexString() ?? null,
    answersArrive: services.environment.INBOUND_MAIL_DOMAIN !== undefined,
    messages: thread.map(({ _id, message: text, at, isDone, doneBy, replies = [] }) => ({
      _id: _id.toHexString(),
      message: text,
      at: at.toISOString(),
      isDone,
      doneBy: emailOf(doneBy),
      replies: replies.map((reply) => {
        const line = nameReplyLine(_id.toHexString(), reply._id);
        const state = states.get(line);
        return {
          ...reply,
          by: emailOf(reply.by) ?? NOBODY,
          at: reply.at.toISOString(),
          mail: state ? { _id: line, state } : null,
        };
      }),
    })),
  };
}

/**
 * Replies to a message by email. One update adds the reply, marks the message as done and pushes the event for the
 * audit log; the mailer makes the email from the event. The log says who replied and when, never the text.
 * @param replyId chosen by the browser: with the same one, the reply is sent once. R485
 * @param seen the messages of the same account that the admin has seen: they become done, too
 * @throws {ApiError} `not_found`, `request_used`
 */
export async function replyToMessage(
  id: string,
  { text, replyId, seen = [] }: { text: string; replyId: string; seen?: string[] },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { contactMessages } = services.database.collections;
  const messageId = new ObjectId(id);
  const reply = { _id: replyId, text, by: admin._id, at: services.now() };
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'reply to message',
    target: 'contact form',
    before: null,
    after: { message: id, reply: replyId },
  });
  const done = { $set: { isDone: true, doneBy: reply.by } };
  await writeOnce({
    wanted: { messageId, text, by: admin._id },
    find: async () => {
      const found = await contactMessages.findOne({ 'replies._id': replyId });
      const first = found?.replies?.find(({ _id }) => _id === replyId);
      return first && { messageId: found?._id, text: first.text, by: first.by };
    },
    write: async () => {
      const { matchedCount } = await contactMessages.updateOne(
        { _id: messageId, 'replies._id': { $ne: replyId } },
        { $push: { replies: reply, events: event }, ...done },
      );
      if (matchedCount === 0) throw messageNotFoundError();
    },
  });
  const message = await getMessage(messageId, services);
  if (!message) throw messageNotFoundError();
  const { copyTo } = message;
  if (!copyTo) return;
  // One that arrived while the admin wrote stays open: nobody has read it.
  const ids = seen.map((one) => new ObjectId(one));
  await contactMessages.updateMany({ _id: { $in: ids }, copyTo, isDone: false }, done);
}

/**
 * The school writes to one family first: a conversation, with the message as its first reply. It is sent as a reply is;
 * a family without an email address is on the list of calls. R570
 * @param familyId 24 hexadecimal digits
 * @param replyId chosen by the browser: with the same one, the message is sent once. R485
 * @throws {ApiError} `not_found`, `request_used`
 */
export async function writeToFamily(
  familyId: string,
  { text, replyId }: { text: string; replyId: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { contactMessages } = services.database.collections;
  const { _id: copyTo, name, email } = await findFamily(familyId, services);
  const at = services.now();
  const _id = new ObjectId();
  const event = auditEvent({
    at,
    by: admin._id,
    type: 'reply to message',
    target: email,
    before: null,
    after: { message: _id.toHexString(), reply: replyId },
  });
  await writeOnce({
    wanted: { copyTo, text, by: admin._id },
    find: async () => {
      const found = await contactMessages.findOne({ 'replies._id': replyId });
      const first = found?.replies?.find((reply) => reply._id === replyId);
      return first && { copyTo: found?.copyTo, text: first.text, by: first.by };
    },
    write: () =>
      contactMessages.insertOne({
        _id,
        name,
        email,
        copyTo,
        message: '',
        at,
        isDone: true,
        doneBy: admin._id,
        replies: [{ _id: replyId, text, by: admin._id, at }],
        events: [event],
      }),
  });
}

/** Reads who worked on messages. @returns tells an admin's email; null for nobody */
async function readAdmins(messages: ContactMessageDocument[], services: Services) {
  const ids = messages.flatMap(({ doneBy, replies = [] }) => [
    ...(doneBy ? [doneBy] : []),
    ...replies.map(({ by }) => by),
  ]);
  const users = await findPeopleById(ids, services);
  return (id: ObjectId | null) => id && (users.get(id.toHexString())?.email ?? NOBODY);
}

/** The states of some emails, by the ids of their lines. Forgotten ones are left out. */
async function readMailStates(ids: string[], { database }: Services) {
  const { outbox } = database.collections;
  const lines = await outbox.find({ _id: { $in: ids } }, { projection: { state: 1 } }).toArray();
  return new Map(lines.map(({ _id, state }) => [_id, state]));
}

function nameLines({ _id, replies = [] }: ContactMessageDocument): string[] {
  return replies.map((reply) => nameReplyLine(_id.toHexString(), reply._id));
}

function messageNotFoundError(): ApiError {
  return new ApiError('not_found', 'We could not find this message.');
}

/** The id of the outbox line that brings a reply to a message's sender. */
export function nameReplyLine(messageId: string, replyId: string): string {
  return `reply-${messageId}-${replyId}`;
}

/** @returns a message, or null if it is deleted */
export async function getMessage(
  _id: ObjectId,
  { database }: Services,
): Promise<ContactMessageDocument | null> {
  return database.collections.contactMessages.findOne({ _id });
}

/**
 * Corrects the address of a message that no account wrote.
 * @returns the address before; undefined if there is no such message, or an account wrote it
 */
export async function correctSender(
  id: ObjectId,
  email: string,
  event: AuditEvent,
  { database }: Services,
): Promise<string | undefined> {
  const before = await database.collections.contactMessages.findOneAndUpdate(
    { _id: id, copyTo: { $exists: false } },
    { $set: { email }, $push: { events: event } },
  );
  return before?.email;
}

type Account = Pick<UserDocument, '_id' | 'email' | 'isVerified'>;

/** Written with an address, and by no account: anybody can give it. */
const fromAddress = (email: string) => ({ email, copyTo: { $exists: false } });

/** An account's conversation with the school, whatever its address was then, and what was written with a confirmed one. */
function ofAccount({ _id, email, isVerified }: Account): Filter<ContactMessageDocument> {
  const own = { copyTo: _id };
  return isVerified ? { $or: [own, fromAddress(email)] } : own;
}

/** The oldest first. */
async function listMessages(
  filter: Filter<ContactMessageDocument>,
  { collections }: Services['database'],
): Promise<ContactMessageDocument[]> {
  const found = await collections.contactMessages.find(filter).toArray();
  return found.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The messages of an account, for the person's copy of their data. */
export async function getMessagesOf(
  account: Account,
  { database }: Services,
): Promise<OwnData['messages']> {
  const messages = await listMessages(ofAccount(account), database);
  return messages.map(({ at, name, message, replies = [] }) => ({
    at: at.toISOString(),
    name,
    message,
    replies: replies.map((reply) => ({ at: reply.at.toISOString(), text: reply.text })),
  }));
}

/**
 * Moves an account's conversation to another account or address, to answer there, and what was written with its confirmed
 * address. May be repeated.
 */
export async function moveMessages(
  from: Account,
  { _id: copyTo, email }: Pick<UserDocument, '_id' | 'email'>,
  { database }: Services,
): Promise<void> {
  const { contactMessages } = database.collections;
  await contactMessages.updateMany({ copyTo: from._id }, { $set: { copyTo, email } });
  if (from.isVerified)
    await contactMessages.updateMany(fromAddress(from.email), { $set: { email } });
}

/** Deletes the messages of a deleted account. May be repeated. */
export async function forgetMessagesOf(account: Account, { database }: Services): Promise<void> {
  await database.collections.contactMessages.deleteMany(ofAccount(account));
}

/** Deletes messages after KEEP_MESSAGES_DAYS, done or not. A job. */
export async function forgetOldMessages({ database, now }: Services): Promise<void> {
  await database.collections.contactMessages.deleteMany({ at: { $lt: findOldest(now()) } });
}

/** When the oldest message that is kept was written. */
function findOldest(now: Date): Date {
  return new Date(now.getTime() - KEEP_MESSAGES_DAYS * DAY_MS);
}
