import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { done, email, id, name } from './fields.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';
import { listQuery } from './lists.ts';

const message = z.string().trim().min(1, 'Message is required').max(MAX_MESSAGE_LENGTH);

/** What somebody wrote to the school. Nobody has checked that the email is theirs. */
export const contactMessage = z.object({
  _id: id,
  name,
  email,
  message,
  at: z.iso.datetime(),
  isDone: z.boolean(),
  /** The admin who marked it as done. */
  doneBy: z.string().nullable(),
});
export type ContactMessage = z.output<typeof contactMessage>;

export const contact = {
  'POST /contact': defineEndpoint({
    summary:
      'Write to the school. The message is in the admins’ inbox for 180 days. A caller who is signed in and gives their own confirmed email gets a copy',
    access: { who: 'anybody' },
    limited: true,
    byHour: true,
    body: z.object({
      name,
      email,
      message,
      /** People don't see this field. Programs fill it in, and such a message is dropped silently. */
      website: z.string().max(200).optional(),
    }),
    output: done,
  }),

  'GET /contactMessages': defineEndpoint({
    summary: 'The admins’ inbox, newest first. Search looks at name, email and message',
    access: { who: 'admin' },
    query: listQuery(['at']).extend({ done: z.stringbool().optional() }),
    output: z.array(contactMessage),
  }),

  'PATCH /contactMessages/:id': defineEndpoint({
    summary: 'Mark a message as done, or as open again',
    access: { who: 'admin' },
    params: z.object({ id }),
    body: z.object({ isDone: z.boolean() }),
    output: done,
    errors: ['not_found'],
  }),
};
