import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { type Answer, send } from './people.ts';
import { type School, STRIPE_KEY, WEBHOOK_SECRET } from './school.ts';

/** An event as Stripe would send it, about an intent or a charge. */
export function describeEvent(type: string, object: object, livemode = false): string {
  return JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    created: Math.floor(Date.now() / 1_000),
    data: { object },
    livemode,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
}

/** The header with which Stripe signs a payload. */
export function signEvent(payload: string, at: Date, secret = WEBHOOK_SECRET): string {
  const timestamp = Math.floor(at.getTime() / 1_000);
  return new Stripe(STRIPE_KEY).webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** Sends a payload to the school's webhook. @param signature by default, the one Stripe would send now */
export function sendEvent(
  school: School,
  payload: string,
  signature: string = signEvent(payload, school.now()),
): Promise<Answer> {
  return send({
    port: school.servers[0]!.port,
    method: 'POST',
    path: '/api/stripe/webhook',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(signature && { 'Stripe-Signature': signature }),
    },
    body: payload,
  });
}
