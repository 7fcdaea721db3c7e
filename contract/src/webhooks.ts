import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { apiKeyMaker } from './api-keys.ts';
import { id, moment, name, typedName } from './fields.ts';
import { MAX_URL_LENGTH } from './limits.ts';
import { listQuery } from './lists.ts';
import { DELIVERY_STATES, HOOK_TYPES } from './webhook-kinds.ts';

/** Webhooks, which tell the school's own programs what happened: docs/api-keys-and-webhooks.md. */

const webhook = z.object({
  _id: id,
  name,
  url: z.string(),
  createdAt: moment,
  by: apiKeyMaker,
  /** Since when nothing arrives; null if the last delivery arrived. */
  failingSince: moment.nullable(),
  /** Since when it is switched off, because nothing arrived for three days. A test that arrives switches it on. */
  offSince: moment.nullable(),
});
export type ListedWebhook = z.output<typeof webhook>;
webhook.register(z.globalRegistry, { id: 'ListedWebhook' });

const deliveryId = z
  .string()
  .regex(/^msg_[0-9a-f]{32}$/)
  .meta({ examples: [`msg_${'0'.repeat(32)}`] });

const delivery = z.object({
  /** The `webhook-id` that the program gets, the same in each try. */
  _id: deliveryId,
  type: z.enum(HOOK_TYPES),
  state: z.enum(DELIVERY_STATES),
  createdAt: moment,
  attempts: z.int().min(0),
  /** The last try; null before the first one. */
  triedAt: moment.nullable(),
  /** Of the answer to the last try; null if there was none. */
  status: z.int().nullable(),
  /** Why the last try failed. Empty if it did not. */
  problem: z.string(),
  /** null once it is settled. */
  nextAt: moment.nullable(),
});
export type HookDelivery = z.output<typeof delivery>;
delivery.register(z.globalRegistry, { id: 'HookDelivery' });

const access = { who: 'admin', bundles: ['director'] } as const;

export const webhooks = {
  'GET /webhooks': defineEndpoint({
    summary: 'The webhooks, without secrets',
    access,
    output: z.array(webhook),
  }),

  'POST /webhooks': defineEndpoint({
    summary: 'Make a webhook',
    access,
    body: z.object({ name: typedName, url: z.string().trim().max(MAX_URL_LENGTH) }),
    output: z.object({ status: z.literal(true), _id: id, secret: z.string() }),
    errors: ['too_many_webhooks'],
  }),

  'DELETE /webhooks/:id': defineAct({
    summary: 'Remove a webhook with its deliveries',
    access,
    params: z.object({ id }),
    errors: ['not_found'],
  }),

  'POST /webhooks/:id/test': defineAct({
    summary: 'Send a test to a webhook',
    access,
    params: z.object({ id }),
    errors: ['not_found'],
  }),

  'GET /webhooks/:id/deliveries': defineEndpoint({
    summary: 'What a webhook got in 30 days',
    access,
    params: z.object({ id }),
    query: listQuery(['createdAt']).pick({ page: true, size: true }),
    output: z.array(delivery),
    errors: ['not_found'],
  }),

  'POST /webhooks/:id/deliveries/:deliveryId': defineAct({
    summary: 'Send a delivery again, unchanged',
    access,
    params: z.object({ id, deliveryId }),
    errors: ['not_found'],
  }),
};
