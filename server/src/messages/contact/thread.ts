import type { ContactThread } from '@speakifyr/contract/contact.ts';
import { ObjectId } from 'mongodb';
import { auditEvent } from '../../events/audit-event.ts';
import type { ContactMessageDocument, UserDocument } from '../../database/collections.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { listMessagesFrom, markEarlier, pushReply } from './contact.repo.ts';
import { getMessage, nameReplyLine } from './contact.service.ts';
import { readMailStates } from './reply-mails.repo.ts';

/**
 * A message with its replies. What the same account wrote, signed in with its confirmed address, is one thread. Anybody can
 * give any address, so without that a message is alone.
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found`
 */
export async function getThread(id: string, services: Services): Promise<ContactThread> {
  const { collections } = services.database;
  const message = await getMessage(new ObjectId(id), services);
  if (!message) throw messageNotFound();
  const { name, email, copyTo } = message;
  const all = copyTo ? await listMessagesFrom(collections, email) : [message];
  const thread = all.filter((one) => one === message || (copyTo && one.copyTo?.equals(copyTo)));
  const states = await readMailStates(collections, thread.flatMap(nameLines));
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
 * Replies to a message by email. The reply, the mark as done and the act for the audit log are one update; the mailer makes
 * the email of the act. The log says who replied and when, never the text.
 * @param replyId chosen by the browser: with the same one, the reply is sent once
 * @throws {ApiError} `not_found`
 */
export async function replyToMessage(
  id: string,
  { text, replyId }: { text: string; replyId: string },
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const messageId = new ObjectId(id);
  const reply = { _id: replyId, text, by: admin.email, at: services.now() };
  const act = auditEvent(
    {
      ...{ by: admin.email, type: 'reply to message', target: 'contact form', before: null },
      after: { message: id, reply: replyId },
    },
    services,
  );
  await pushReply(collections, messageId, reply, act);
  const message = await getMessage(messageId, services);
  if (!message) throw messageNotFound();
  await markEarlier(collections, message, reply);
}

function nameLines({ _id, replies = [] }: ContactMessageDocument): string[] {
  return replies.map((reply) => nameReplyLine(_id.toHexString(), reply._id));
}

function messageNotFound(): ApiError {
  return new ApiError('not_found', 'We could not find this message.');
}
