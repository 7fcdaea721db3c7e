import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { anyDay, day, id, moment, name, typedName } from './fields.ts';
import { KEY_KINDS } from './limits.ts';
import { rosterPerson } from './office.ts';

/** API keys, with which the school's own programs read: docs/api-keys-and-webhooks.md. */

/** Who made a key or a webhook. It is the school's: it stays when they are no longer a director. */
export const apiKeyMaker = z.object({ name: z.string(), isDirector: z.boolean() });

const apiKey = z.object({
  _id: id,
  name,
  kind: z.enum(KEY_KINDS),
  /** How the key begins, so that people recognize it. */
  start: z.string(),
  /** Its last day. */
  until: day,
  /** `expired`: its last day is over. `revoked`: a director ended it. */
  state: z.enum(['good', 'expired', 'revoked']),
  createdAt: moment,
  by: apiKeyMaker,
  /** At most an hour old. null if nobody has used it. */
  lastUsedAt: moment.nullable(),
});
export type ApiKey = z.output<typeof apiKey>;
apiKey.register(z.globalRegistry, { id: 'ApiKey' });

export const apiKeys = {
  'GET /apiKeys': defineEndpoint({
    summary: 'The API keys, without the keys',
    access: { who: 'admin', bundles: ['director'] },
    output: z.array(apiKey),
  }),

  'POST /apiKeys': defineEndpoint({
    summary: 'Make an API key',
    access: { who: 'admin', bundles: ['director'] },
    body: z.object({ name: typedName, kind: z.enum(KEY_KINDS), until: anyDay }),
    output: z.object({ status: z.literal(true), _id: id, key: z.string() }),
  }),

  'DELETE /apiKeys/:id': defineAct({
    summary: 'Revoke an API key',
    access: { who: 'admin', bundles: ['director'] },
    params: z.object({ id }),
    errors: ['not_found'],
  }),

  'GET /classRoster/:classId': defineEndpoint({
    summary: 'Who is enrolled, for programs',
    access: { who: 'admin', keys: 'rosters' },
    params: z.object({ classId: id }),
    output: z.array(rosterPerson),
    errors: ['not_found'],
  }),
};
