import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectStripe, refusalOf } from '../testing/stripe.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';
import { receiveWebhooks, type WebhookReceiver } from '../testing/webhook-receiver.ts';

let receiver: WebhookReceiver;
let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  receiver = await receiveWebhooks();
  sandbox = await startTestSandbox(receiver.url);
  stripe = connectStripe(sandbox.port);
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

async function payAndWait(): Promise<Stripe.PaymentIntent> {
  const { id } = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' });
  return stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_processing' });
}

/** Presses a button of the dashboard. @returns the answer's status */
async function decide(payment_intent: string, outcome: string): Promise<number> {
  const body = new URLSearchParams({ payment_intent, outcome });
  const request = { method: 'POST', body, redirect: 'manual' } as const;
  return (await fetch(`${sandbox.address}/stripe/dashboard`, request)).status;
}

async function expectEvent(type: string, id: string, status: string): Promise<void> {
  const event = expect.objectContaining({
    type,
    data: { object: expect.objectContaining({ id, status }) as unknown },
  }) as unknown;
  await vi.waitFor(
    () =>
      expect(receiver.events.map(({ payload }) => JSON.parse(payload) as unknown)).toContainEqual(
        event,
      ),
    { timeout: 60_000 },
  );
}

it('a payment is processing until its bank pays: until then nobody can confirm, cancel or refund it', async () => {
  const { id, ...waiting } = await payAndWait();
  expect(waiting).toMatchObject({
    status: 'processing',
    processing: { type: 'card' },
    amount_received: 0,
    latest_charge: null,
  });
  await expectEvent('payment_intent.processing', id, 'processing');
  const again = { payment_method: 'pm_card_visa' };
  const unexpected = { statusCode: 400, code: 'payment_intent_unexpected_state' };
  expect(await refusalOf(stripe.paymentIntents.confirm(id, again))).toMatchObject(unexpected);
  expect(await refusalOf(stripe.paymentIntents.cancel(id))).toMatchObject(unexpected);
  expect(await refusalOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    statusCode: 400,
  });

  await sandbox.restart();
  stripe = connectStripe(sandbox.port);
  const page = await (await fetch(`${sandbox.address}/stripe/dashboard`)).text();
  expect(page).toContain('49.00 USD is processing');
  expect(await decide(id, 'succeeded')).toBe(303);
  const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  expect(paid).toMatchObject({
    status: 'succeeded',
    processing: null,
    amount_received: 4900,
    latest_charge: { paid: true, amount: 4900 },
  });
  await expectEvent('payment_intent.succeeded', id, 'succeeded');
  expect(await decide(id, 'payment_failed')).toBe(400);
});

it('a payment that its bank declines after a while can be paid with another card', async () => {
  const { id } = await payAndWait();
  expect(await decide(id, 'payment_failed')).toBe(303);
  const failed = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  expect(failed).toMatchObject({
    status: 'requires_payment_method',
    processing: null,
    payment_method: null,
    last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
    latest_charge: { paid: false, status: 'failed' },
  });
  await expectEvent('payment_intent.payment_failed', id, 'requires_payment_method');
  const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  expect(paid.status).toBe('succeeded');
});
