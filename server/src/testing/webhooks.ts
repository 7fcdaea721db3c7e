import Stripe from 'stripe';
import type { TestApp } from './test-app.ts';

/**
 * Sends what Stripe would send about a PaymentIntent, signed as Stripe signs.
 * @param forge what is wrong with the signature
 * @returns the status of the answer
 */
export async function sendWebhook(
  app: TestApp,
  event: { type: string; intentId: string; livemode?: boolean },
  forge: { secret?: string; ageInSeconds?: number; header?: string } = {},
): Promise<number> {
  const payload = JSON.stringify({
    id: `evt_${event.intentId}`,
    object: 'event',
    type: event.type,
    livemode: event.livemode ?? false,
    data: {
      object: event.type.startsWith('charge.')
        ? { id: 'ch_1', object: 'charge', payment_intent: event.intentId }
        : { id: event.intentId, object: 'payment_intent', status: 'succeeded' },
    },
  });
  const signature = new Stripe('sk_test_unused').webhooks.generateTestHeaderString({
    payload,
    secret: forge.secret ?? app.services.environment.STRIPE_WEBHOOK_SECRET,
    timestamp: Math.floor(Date.now() / 1_000) - (forge.ageInSeconds ?? 0),
  });
  const answer = await fetch(`${app.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Stripe-Signature': forge.header ?? signature,
    },
    body: payload,
  });
  return answer.status;
}
