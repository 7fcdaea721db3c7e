import type { ContactThread } from '@speakifyr/contract/contact.ts';
import { ObjectId } from 'mongodb';
import { auditEvent } from '../../events/audit-event.ts';
import type { ContactMessageDocument, UserDocument } from '../../database/collections.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { getMessage, listMessagesFrom, nameReplyLine } from './contact.service.ts';

/**
 * A message with its replies. What the same account wrote, signed in with its confirmed address, is one thread. Anybody can
 * give any address, so without that a message is alone.
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found`
 */
export async function getThread(id: string, services: Services): Promise<ContactThread> {
  const message = await getMessage(new ObjectId(id), services);
  if (!message) throw messageNotFound();
  const { name, email, copyTo } = message;
  const all = copyTo ? await listMessagesFrom(email, services.database) : [message];
  const thread = all.filter((one) => one === message || (copyTo && one.copyTo?.equals(copyTo)));
  const states = await readMailStates(thread.flatMap(nameLines), services);
  return {
    ...{ name, email, accountId: copyTo?.toHexString() ?? null },
    messages: thread.map(({ _id, message: text, at, isDone, doneBy, replies = [] }) => ({
      ...{ _id: _id.toHexString(), message: text, at: at.toISOString(), isDone, doneBy },
      replies: replies.map((reply) => {
        const line = nameReplyLine(_id.toHexString(), reply._id);
        const state = states.get(line);
        return {
          ...{ ...reply, at: reply.at.toISOString() },
          mail: state ? { _id: line, state } : null,
        };
      }),
    })),
  };
}

/**
 * Replies to a message by email. The reply, that it is done and the event for the audit log are one update; the mailer
 * makes the email of the event. The log says who replied and when, never the text.
 * @param replyId chosen by the browser: with the same one, the reply is sent once
 * @throws {ApiError} `not_found`
 */
export async function replyToMessage(
  id: string,
  { text, replyId }: { text: string; replyId: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { contactMessages } = services.database.collections;
  const messageId = new ObjectId(id);
  const reply = { _id: replyId, text, by: admin.email, at: services.now() };
  const event = auditEvent(
    {
      ...{ by: admin.email, type: 'reply to message', target: 'contact form', before: null },
      after: { message: id, reply: replyId },
    },
    services,
  );
  const done = { $set: { isDone: true, doneBy: reply.by } };
  await contactMessages.updateOne(
    { _id: messageId, 'replies._id': { $ne: replyId } },
    { $push: { replies: reply, events: event }, ...done },
  );
  const message = await getMessage(messageId, services);
  if (!message) throw messageNotFound();
  // What the same account wrote until then is done, too.
  const { email, copyTo } = message;
  if (!copyTo) return;
  await contactMessages.updateMany({ email, copyTo, isDone: false, at: { $lte: reply.at } }, done);
}

/** What has become of some emails, by the ids of their lines. Those that are forgotten are left out. */
async function readMailStates(ids: string[], { database }: Services) {
  const { outbox } = database.collections;
  const lines = await outbox.find({ _id: { $in: ids } }, { projection: { state: 1 } }).toArray();
  return new Map(lines.map(({ _id, state }) => [_id, state]));
}

function nameLines({ _id, replies = [] }: ContactMessageDocument): string[] {
  return replies.map((reply) => nameReplyLine(_id.toHexString(), reply._id));
}

function messageNotFound(): ApiError {
  return new ApiError('not_found', 'We could not find this message.');
}
