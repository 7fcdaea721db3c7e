import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { shortCode } from './families.ts';
import { id, moment } from './fields.ts';

/** Children who wish to be in one group of a class: one family makes a code and gives it to others. decisions/0132 */

/**
 * What a family does about the friends of a seat. `make`: a code, which replaces the one before. `end`: the code and its
 * circle. `ask`: to come in, with somebody else's code. `accept`, `remove`: the seat of somebody who asked, or came in.
 * `leave`: somebody else's circle.
 */
const FRIEND_ACTS = ['make', 'end', 'ask', 'accept', 'remove', 'leave'] as const;

const named = z.array(z.object({ cartId: id, name: z.string() }));

export const friends = z.object({
  /** Until when others can use the code; null without one. */
  until: moment.nullable(),
  /** Who has used the code, and has no answer yet. */
  asked: named,
  /** Whom the family has let in. */
  friends: named,
  /** The circles of others. `name`: null until they say yes. */
  joined: z.array(z.object({ circleId: id, name: z.string().nullable() })),
  /** Whether the caller may change this. */
  mayChange: z.boolean(),
});
export type Friends = z.output<typeof friends>;
friends.register(z.globalRegistry, { id: 'Friends' });

const theSeat = z.object({ cartId: id });

export const friendCalls = {
  'GET /friends/:cartId': defineEndpoint({
    summary: 'With whom a seat wishes to be',
    access: { who: 'student' },
    params: theSeat,
    output: friends,
    errors: ['not_found'],
  }),

  'PUT /friends/:cartId': defineEndpoint({
    summary: 'Change that',
    access: { who: 'student' },
    limited: true,
    params: theSeat,
    body: z.object({
      act: z.enum(FRIEND_ACTS),
      /** To `ask`. */
      code: shortCode.optional(),
      /** A seat, or to `leave` a circle. */
      who: id.optional(),
    }),
    output: z.object({
      /** The new code, which is shown once. */
      code: z.string().nullable(),
    }),
    errors: ['not_found', 'guardian_may_not', 'code_unknown', 'friends_full', 'too_many_requests'],
  }),
};
