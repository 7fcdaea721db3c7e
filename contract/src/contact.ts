import * as z from 'zod';
import { mailState } from './mail.ts';
import { defineAct, defineEndpoint } from './endpoint.ts';
import {
  email,
  id,
  moment,
  name,
  personName,
  requestId,
  requiredText,
  shownEmail,
} from './fields.ts';
import { MAX_MESSAGE_LENGTH, MAX_PAGE_SIZE } from './limits.ts';
import { listQuery } from './lists.ts';

const typedMessage = requiredText('Message is required', MAX_MESSAGE_LENGTH);

const typedReply = z.object({ text: typedMessage, replyId: requestId });
typedReply.register(z.globalRegistry, { id: 'TypedReply' });

/** What somebody wrote to the school. Nobody has checked that the email is theirs. */
export const contactMessage = z.object({
  _id: id,
  name,
  email: shownEmail,
  /** Empty if the school wrote first. */
  message: z.string(),
  at: moment,
  isDone: z.boolean(),
  /** The admin who marked it as done. */
  doneBy: z.string().nullable(),
  /** How many times an admin has replied. */
  replies: z.int().min(0),
});
export type ContactMessage = z.output<typeof contactMessage>;
contactMessage.register(z.globalRegistry, { id: 'ContactMessage' });

const reply = z.object({
  _id: z.uuid(),
  text: z.string(),
  /** The email of the admin who wrote it. */
  by: z.string(),
  at: moment,
  /** What has become of its email. null before it is in the outbox, and when the outbox has forgotten it. */
  mail: z.object({ _id: z.string(), state: mailState }).nullable(),
});

/** Everything that one person wrote, with what the school replied. */
const contactThread = z.object({
  name,
  email: shownEmail,
  /** The account that wrote it while signed in with this confirmed address; null if the address's owner is unknown. */
  accountId: id.nullable(),
  /** Whether an answer by email arrives here. */
  answersArrive: z.boolean(),
  /** Oldest first. Of somebody without `accountId`, only this message. */
  messages: z.array(
    contactMessage
      .pick({ _id: true, message: true, at: true, isDone: true, doneBy: true })
      .extend({ replies: z.array(reply) }),
  ),
});
export type ContactThread = z.output<typeof contactThread>;
contactThread.register(z.globalRegistry, { id: 'ContactThread' });

export const contact = {
  'POST /contact': defineAct({
    summary: 'Write to the school',
    access: { who: 'anybody' },
    limited: true,
    byHour: true,
    body: z.object({
      name: personName,
      email,
      message: typedMessage,
      /** People don't see this field. Programs fill it in, and such a message is dropped silently. */
      website: z.string().max(200).optional(),
    }),
  }),

  'GET /contactMessages': defineEndpoint({
    summary: 'The admins’ inbox, newest first',
    access: { who: 'admin' },
    query: listQuery(['at']).extend({ done: z.stringbool().optional() }),
    output: z.array(contactMessage),
  }),

  'GET /contactMessages/:id': defineEndpoint({
    summary: 'A message with its replies',
    access: { who: 'admin' },
    params: z.object({ id }),
    output: contactThread,
    errors: ['not_found'],
  }),

  'POST /contactMessages/:id/replies': defineAct({
    summary: 'Reply to a message by email',
    access: { who: 'admin' },
    params: z.object({ id }),
    body: typedReply.extend({
      /** The messages of the conversation that the page showed. They are marked as done, too; the others stay open. */
      seen: z.array(id).max(MAX_PAGE_SIZE).optional(),
    }),
    errors: ['not_found', 'request_used'],
  }),

  'POST /families/:id/messages': defineAct({
    summary: 'Write to one family',
    access: { who: 'admin' },
    params: z.object({ id }),
    body: typedReply,
    errors: ['own_family', 'not_found', 'request_used'],
  }),

  'PATCH /contactMessages/:id': defineAct({
    summary: 'Mark a message as done or open',
    access: { who: 'admin' },
    params: z.object({ id }),
    body: z.object({ isDone: z.boolean() }),
    errors: ['not_found'],
  }),
};
