import Stripe from 'stripe';
import type { TestApp } from './test-app.ts';

/**
 * Sends a webhook about a PaymentIntent, signed the way Stripe signs it.
 * @param forge what is wrong with the signature, if anything
 * @returns the answer's status
 */
export async function sendWebhook(
  app: TestApp,
  event: { type: string; paymentId: string; livemode?: boolean },
  forge: {
    secret?: string;
    ageInSeconds?: number;
    header?: string;
    /** Changes the signature, or what was signed. */
    sign?: (signature: string) => string;
    write?: (payload: string) => string;
  } = {},
): Promise<number> {
  const content = {
    id: `evt_${event.paymentId}`,
    object: 'event',
    type: event.type,
    livemode: event.livemode ?? false,
    data: {
      object: event.type.startsWith('charge.')
        ? { id: 'ch_1', object: 'charge', payment_intent: event.paymentId }
        : { id: event.paymentId, object: 'payment_intent', status: 'succeeded' },
    },
  };
  // As Stripe writes it: the signature covers these bytes.
  const payload = JSON.stringify(content, null, 2);
  const signature = new Stripe('sk_test_unused').webhooks.generateTestHeaderString({
    payload,
    secret: forge.secret ?? app.services.environment.STRIPE_WEBHOOK_SECRET,
    timestamp: Math.floor(Date.now() / 1_000) - (forge.ageInSeconds ?? 0),
  });
  const { status } = await app.http
    .post('/api/stripe/webhook')
    .set({
      'Content-Type': 'application/json',
      'Stripe-Signature': forge.header ?? forge.sign?.(signature) ?? signature,
    })
    .send(forge.write?.(payload) ?? payload);
  return status;
}
