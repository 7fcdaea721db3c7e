import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectStripe } from '../testing/stripe.ts';
import { WEBHOOK_SECRET, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';
import {
  receiveWebhooks,
  type ReceivedEvent,
  type WebhookReceiver,
} from '../testing/webhook-receiver.ts';

let receiver: WebhookReceiver;
let sandbox: TestSandbox;

beforeEach(async () => {
  receiver = await receiveWebhooks();
  sandbox = await startTestSandbox(receiver.url);
});
afterEach(async () => {
  await sandbox.stop();
  await receiver.stop();
});

function connect(): Stripe {
  return connectStripe(sandbox.port);
}

/** Opens an event as our server does: signature first. */
function open({ payload, signature }: ReceivedEvent): Stripe.Event {
  return connect().webhooks.constructEvent(payload, signature, WEBHOOK_SECRET);
}

/** Waits for this number of events. @returns them in the order of their creation */
async function waitForEvents(count: number): Promise<Stripe.Event[]> {
  await vi.waitFor(() => expect(receiver.events.length).toBeGreaterThanOrEqual(count), {
    timeout: 60_000,
  });
  return receiver.events.map(open);
}

describe('webhooks', () => {
  it('report that a payment failed, succeeded, was refunded or was canceled', async () => {
    const stripe = connect();
    const params = { amount: 4900, currency: 'usd', metadata: { cartId: '7' } };
    const { id } = await stripe.paymentIntents.create(params);
    const decline = { payment_method: 'pm_card_chargeDeclined' };
    await expect(stripe.paymentIntents.confirm(id, decline)).rejects.toThrow();
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    await stripe.refunds.create({ payment_intent: id });
    const other = await stripe.paymentIntents.create(params);
    await stripe.paymentIntents.cancel(other.id);

    const events = await waitForEvents(5);
    const byType = new Map(events.map((event) => [event.type as string, event]));
    expect([...byType.keys()].sort()).toEqual([
      'charge.refunded',
      'payment_intent.canceled',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'refund.created',
    ]);
    expect(byType.get('payment_intent.succeeded')).toMatchObject({
      object: 'event',
      livemode: false,
      data: { object: { id, status: 'succeeded', metadata: { cartId: '7' } } },
    });
    expect(byType.get('payment_intent.payment_failed')).toMatchObject({
      data: { object: { id, status: 'requires_payment_method' } },
    });
    expect(byType.get('charge.refunded')).toMatchObject({
      data: { object: { payment_intent: id, amount_refunded: 4900, refunded: true } },
    });
    expect(byType.get('payment_intent.canceled')).toMatchObject({
      api_version: Stripe.API_VERSION,
      data: { object: { id: other.id, status: 'canceled' } },
    });
  });

  it('have a signature that can’t be forged', async () => {
    const stripe = connect();
    const { id } = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' });
    await stripe.paymentIntents.cancel(id);
    await waitForEvents(1);
    const [{ payload, signature } = { payload: '', signature: '' }] = receiver.events;
    const tampered = { payload: payload.replace('4900', '4901'), signature };
    expect(() => open(tampered)).toThrow(Stripe.errors.StripeSignatureVerificationError);
    expect(() => stripe.webhooks.constructEvent(payload, signature, 'whsec_other')).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    );
  });

  it('are sent again unchanged until they are confirmed, also after a restart', async () => {
    receiver.answerWith(500);
    const stripe = connect();
    const { id } = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' });
    await stripe.paymentIntents.cancel(id);
    await waitForEvents(2);
    await sandbox.restart();
    receiver.answerWith(200);
    const before = receiver.events.length;
    const events = await waitForEvents(before + 1);
    expect(new Set(events.map((event) => event.id)).size).toBe(1);

    // They are confirmed now, so another start sends nothing, and the next event comes first.
    const count = receiver.events.length;
    await sandbox.restart();
    const next = await connect().paymentIntents.create({ amount: 5000, currency: 'usd' });
    await connect().paymentIntents.cancel(next.id);
    await waitForEvents(count + 1);
    expect(
      receiver.events
        .slice(count)
        .map(open)
        .map((event) => event.data.object),
    ).toMatchObject([{ id: next.id }]);
  });

  it('report a refund that is pending first, and one that fails later', async () => {
    const stripe = connect();
    const pay = async (payment_method: string) => {
      const { id } = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' });
      return stripe.paymentIntents.confirm(id, { payment_method });
    };
    const waiting = await pay('pm_card_pendingRefund');
    const failing = await pay('pm_card_refundFail');
    const pending = await stripe.refunds.create({ payment_intent: waiting.id, amount: 900 });
    expect(pending).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    const refund = await stripe.refunds.create({ payment_intent: failing.id });
    expect(refund.status).toBe('succeeded');
    expect(refund.failure_reason).toBeUndefined();

    // Per payment: succeeded, created, charge.refunded, updated. The second one also failed.
    const events = (await waitForEvents(9)).map(({ type, data }) => {
      const { id, status } = data.object as { id: string; status: string };
      return `${type} ${id} ${status}`;
    });
    expect(events).toContain(`refund.created ${pending.id} pending`);
    expect(events).toContain(`refund.updated ${pending.id} succeeded`);
    expect(events).toContain(`refund.created ${refund.id} succeeded`);
    expect(events).toContain(`refund.updated ${refund.id} failed`);
    expect(events).toContain(`refund.failed ${refund.id} failed`);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      failure_reason: 'expired_or_canceled_card',
    });
    // The money is back at the school, so it can be refunded again.
    const again = await stripe.refunds.create({ payment_intent: failing.id, amount: 4900 });
    expect(again.id).not.toBe(refund.id);
  });

  it('report a dispute when it begins, changes and ends', async () => {
    const stripe = connect();
    const { id } = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' });
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_createDispute' });
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
    for (const status of ['under_review', 'lost'])
      await fetch(`${sandbox.address}/stripe/dashboard`, {
        method: 'POST',
        body: new URLSearchParams({ dispute: dispute?.id ?? '', status }),
      });
    const events = (await waitForEvents(4)).map(({ type, data }) => {
      const { payment_intent, status } = data.object as Stripe.Dispute;
      return `${type} ${String(payment_intent)} ${status}`;
    });
    expect(events).toContain(`charge.dispute.created ${id} needs_response`);
    expect(events).toContain(`charge.dispute.updated ${id} under_review`);
    expect(events).toContain(`charge.dispute.closed ${id} lost`);
  });
});
