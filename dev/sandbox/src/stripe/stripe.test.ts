import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectStripe, refusalOf } from '../testing/stripe.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

/** Uses the real SDK. To test a real account in test mode, set REAL_STRIPE_SECRET_KEY to its key. */
const realKey = process.env['REAL_STRIPE_SECRET_KEY'];

let sandbox: TestSandbox;
let stripe: Stripe;

/** A new payment of 49 dollars. */
function createIntent(options: Stripe.RequestOptions = {}) {
  return stripe.paymentIntents.create(
    {
      amount: 4900,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      metadata: { cartId: '7' },
    },
    options,
  );
}

async function createPaidIntent(): Promise<Stripe.PaymentIntent> {
  const { id } = await createIntent();
  return stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
}

beforeAll(async () => {
  sandbox = await startTestSandbox();
  stripe = realKey ? new Stripe(realKey) : connectStripe(sandbox.port);
});
afterAll(() => sandbox.stop());

describe('a payment intent', () => {
  it('is created and retrieved with the given values', async () => {
    const created = await createIntent();
    expect(created).toMatchObject({
      object: 'payment_intent',
      amount: 4900,
      currency: 'usd',
      status: 'requires_payment_method',
      livemode: false,
      metadata: { cartId: '7' },
      latest_charge: null,
    });
    expect(created.id).toMatch(/^pi_\w+$/);
    expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_\\w+$`));
    const found = await stripe.paymentIntents.retrieve(created.id);
    expect(found).toMatchObject({ id: created.id, metadata: { cartId: '7' } });
  });

  it('succeeds with a good card, and then refuses another', async () => {
    const { id } = await createPaidIntent();
    const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 4900 });
    expect(paid.latest_charge).toMatchObject({ paid: true, amount: 4900, payment_intent: id });

    const again = await refusalOf(
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
    );
    expect(again).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect(again.message).toContain('because it has a status of succeeded');
    const cancel = await refusalOf(stripe.paymentIntents.cancel(id));
    expect(cancel).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect(cancel.message).toContain('because it has a status of succeeded');
  });

  it('stays open after a refusal by the bank', async () => {
    const { id } = await createIntent();
    const declined = await refusalOf(
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }),
    );
    expect(declined).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    });
    const poor = await refusalOf(
      stripe.paymentIntents.confirm(id, {
        payment_method: 'pm_card_chargeDeclinedInsufficientFunds',
      }),
    );
    expect(poor).toMatchObject({ decline_code: 'insufficient_funds' });
    const open = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(open).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
      latest_charge: { paid: false, status: 'failed' },
    });
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  it('waits for 3-D Secure, and can be canceled before that', async () => {
    const { id } = await createIntent();
    const waiting = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_threeDSecure2Required',
    });
    expect(waiting).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    const canceled = await stripe.paymentIntents.cancel(id);
    expect(canceled).toMatchObject({ status: 'canceled' });
    const confirm = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(await refusalOf(confirm)).toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await refusalOf(stripe.paymentIntents.cancel(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('is refused with a reason when a parameter is wrong', async () => {
    const create = (params: object) =>
      refusalOf(stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams));
    expect(await create({ currency: 'usd' })).toMatchObject({
      statusCode: 400,
      code: 'parameter_missing',
      param: 'amount',
    });
    expect(await create({ amount: 49, currency: 'usd' })).toMatchObject({
      code: 'amount_too_small',
    });
    for (const [currency, least] of Object.entries({ gbp: 30, eur: 50, czk: 1500, huf: 17500 })) {
      expect(await create({ amount: least - 1, currency })).toMatchObject({
        code: 'amount_too_small',
      });
      const { id } = await stripe.paymentIntents.create({ amount: least, currency });
      expect(id).toMatch(/^pi_/);
    }
    expect(await create({ amount: 1e9, currency: 'usd' })).toMatchObject({
      code: 'amount_too_large',
    });
    expect(await create({ amount: '4x', currency: 'usd' })).toMatchObject({
      code: 'parameter_invalid_integer',
    });
    expect(await create({ amount: 4900, currency: 'zzz' })).toMatchObject({ param: 'currency' });
    expect(await create({ amount: 4900, currency: 'usd', colour: 'red' })).toMatchObject({
      code: 'parameter_unknown',
      param: 'colour',
    });
    const missing = await refusalOf(stripe.paymentIntents.retrieve('pi_nothing'));
    expect(missing).toMatchObject({ statusCode: 404, code: 'resource_missing' });
    expect(missing.message).toBe("No such payment_intent: 'pi_nothing'");
    const { id } = await createIntent();
    const bare = await refusalOf(stripe.paymentIntents.confirm(id));
    expect(bare).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
  });
});

describe('an idempotency key', () => {
  it('gets the same answer for the same call, and is refused for another', async () => {
    const idempotencyKey = `test-${Date.now()}`;
    const first = await createIntent({ idempotencyKey });
    const second = await createIntent({ idempotencyKey });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');

    const other = await refusalOf(
      stripe.paymentIntents.create({ amount: 5000, currency: 'usd' }, { idempotencyKey }),
    );
    expect(other).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
    expect(other.message).toContain('was first used for');
    const elsewhere = await refusalOf(
      stripe.refunds.create({ payment_intent: first.id }, { idempotencyKey }),
    );
    expect(elsewhere).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
  });
});

describe('a refund', () => {
  it('returns the whole amount once', async () => {
    const { id } = await createPaidIntent();
    const refund = await stripe.refunds.create({ payment_intent: id, metadata: { why: 'full' } });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 4900, payment_intent: id });
    expect((await stripe.refunds.retrieve(refund.id)).metadata).toEqual({ why: 'full' });
    const again = await refusalOf(stripe.refunds.create({ payment_intent: id }));
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(intent.status).toBe('succeeded');
    expect(intent.latest_charge).toMatchObject({ refunded: true, amount_refunded: 4900 });
  });

  it('never returns more than was paid', async () => {
    const { id } = await createPaidIntent();
    const more = await refusalOf(stripe.refunds.create({ payment_intent: id, amount: 4901 }));
    expect(more.message).toBe('Refund amount ($49.01) is greater than charge amount ($49.00)');
    await stripe.refunds.create({ payment_intent: id, amount: 4000 });
    const rest = await refusalOf(stripe.refunds.create({ payment_intent: id, amount: 901 }));
    expect(rest.message).toContain('is greater than unrefunded amount on charge ($9.00)');
    const last = await stripe.refunds.create({ payment_intent: id });
    expect(last.amount).toBe(900);
    const { data, has_more } = await stripe.refunds.list({ payment_intent: id, limit: 1 });
    expect({ ids: data.map((refund) => refund.id), has_more }).toEqual({
      ids: [last.id],
      has_more: true,
    });
    const all = await stripe.refunds.list({ payment_intent: id }).autoPagingToArray({ limit: 10 });
    expect(all.map(({ amount }) => amount)).toEqual([900, 4000]);
  });

  it('is listed by the time at which it was made', async () => {
    const { id } = await createPaidIntent();
    const { created } = await stripe.refunds.create({ payment_intent: id });
    const list = async (gte: number) =>
      (await stripe.refunds.list({ payment_intent: id, created: { gte } })).data.length;
    expect(await list(created)).toBe(1);
    expect(await list(created + 1)).toBe(0);
    const soon = 'soon' as unknown as number;
    const refused = await refusalOf(stripe.refunds.list({ created: { gte: soon } }));
    expect(refused).toMatchObject({ code: 'parameter_invalid_integer', param: 'created[gte]' });
  });

  it('needs a payment that succeeded', async () => {
    const { id } = await createIntent();
    const refused = await refusalOf(stripe.refunds.create({ payment_intent: id }));
    expect(refused.statusCode).toBe(400);
  });
});
