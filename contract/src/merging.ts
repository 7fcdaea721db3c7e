import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { id, idToken, moment } from './fields.ts';

/** The question to the owner of an account: may everything go to another one? */

/** What moves to the other account when two families become one. */
export const whatMoves = z.object({
  /** Whose names go. */
  children: z.array(z.string()),
  seats: z.int().min(0),
  payments: z.int().min(0),
  waiting: z.int().min(0),
  /** Why it can't be done now; null if it can. */
  obstacle: z.string().nullable(),
});
whatMoves.register(z.globalRegistry, { id: 'WhatMoves' });

const asked = whatMoves.extend({
  _id: id,
  /** The last moment at which they can agree. */
  until: moment,
  /** The other account. Of its address, only the first letter and the domain. */
  into: z.object({ name: z.string(), address: z.string() }),
  /** Whose record becomes one with that of the same child there. */
  joined: z.array(z.string()),
});
export type AskedFamilies = z.output<typeof asked>;
asked.register(z.globalRegistry, { id: 'AskedFamilies' });

export const merging = {
  'GET /myMerge': defineEndpoint({
    summary: 'Whether the caller is asked to merge',
    access: { who: 'student' },
    output: asked.nullable(),
  }),

  'POST /myMerge': defineAct({
    summary: 'Agree to a merge',
    access: { who: 'student' },
    limited: true,
    changesCatalogue: true,
    body: z.object({ id, idToken }),
    errors: ['not_found', 'sign_in_again', 'cannot_merge'],
  }),

  'DELETE /myMerge': defineAct({
    summary: 'Decline',
    access: { who: 'student' },
  }),
};
