import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectStripe, refusalOf } from '../testing/stripe.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

describe('the sandbox', () => {
  /** Calls the API as a browser would. */
  async function callAsBrowser(method: string, path: string, params: Record<string, string>) {
    const query = new URLSearchParams(params).toString();
    const response = await fetch(
      `${sandbox.address}${path}${method === 'GET' ? `?${query}` : ''}`,
      {
        method,
        headers: {
          authorization: 'Bearer pk_test_browser',
          'content-type': 'application/x-www-form-urlencoded',
        },
        ...(method === 'POST' ? { body: query } : {}),
      },
    );
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  }

  /** Pays a new intent in the browser, with a good card but for these fields. */
  async function confirmWithCard(card: Record<string, string>) {
    const { id, client_secret } = await connectStripe(sandbox.port).paymentIntents.create({
      amount: 4900,
      currency: 'usd',
    });
    const fields = { number: '4242424242424242', exp_month: '12', exp_year: '34', ...card };
    const params = Object.entries(fields).map(([name, value]) => [
      `payment_method_data[card][${name}]`,
      value,
    ]);
    const answer = await callAsBrowser('POST', `/v1/payment_intents/${id}/confirm`, {
      client_secret: client_secret ?? '',
      'payment_method_data[type]': 'card',
      ...(Object.fromEntries(params) as Record<string, string>),
    });
    return { id, ...answer };
  }

  it('needs a test key', async () => {
    const missing = await fetch(`${sandbox.address}/v1/refunds`);
    expect(missing.status).toBe(401);
    for (const key of ['sk_live_abcdefghijklmnop', 'nonsense']) {
      const refused = await refusalOf(connectStripe(sandbox.port, key).refunds.list());
      expect(refused).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' });
      expect(refused.message).not.toContain(key);
    }
  });

  it('lets a browser read and confirm only the intent whose secret it has', async () => {
    const local = connectStripe(sandbox.port);
    const intent = await local.paymentIntents.create({
      amount: 4900,
      currency: 'usd',
      metadata: { private: 'yes' },
    });
    const path = `/v1/payment_intents/${intent.id}`;
    const client_secret = intent.client_secret ?? '';

    expect((await callAsBrowser('POST', '/v1/payment_intents', { amount: '1' })).status).toBe(403);
    expect((await callAsBrowser('POST', '/v1/refunds', {})).status).toBe(403);
    expect((await callAsBrowser('POST', '/v1/customers', {})).status).toBe(403);
    expect((await callAsBrowser('POST', '/v1/setup_intents', { customer: 'cus_1' })).status).toBe(
      403,
    );
    expect((await callAsBrowser('POST', '/v1/payment_methods/pm_1/detach', {})).status).toBe(403);
    expect(
      (await callAsBrowser('POST', `${path}/confirm`, { client_secret, off_session: 'true' }))
        .status,
    ).toBe(403);
    expect((await callAsBrowser('POST', `${path}/cancel`, {})).status).toBe(403);
    expect((await callAsBrowser('GET', '/v1/payment_intents', {})).status).toBe(403);
    expect((await callAsBrowser('GET', path, {})).status).toBe(400);
    expect((await callAsBrowser('GET', path, { client_secret: 'pi_x_secret_y' })).status).toBe(400);
    expect((await callAsBrowser('POST', `${path}/confirm`, {})).status).toBe(400);

    const seen = await callAsBrowser('GET', path, { client_secret });
    expect(seen).toMatchObject({ status: 200, body: { id: intent.id, amount: 4900 } });
    expect(seen.body).not.toHaveProperty('metadata');
    const declined = await callAsBrowser('POST', `${path}/confirm`, {
      client_secret,
      payment_method: 'pm_card_chargeDeclined',
    });
    expect(declined.status).toBe(402);
    expect(declined.body['error']?.['payment_intent']).not.toHaveProperty('metadata');
    const paid = await callAsBrowser('POST', `${path}/confirm`, {
      client_secret,
      payment_method: 'pm_card_visa',
    });
    expect(paid.body).toMatchObject({ status: 'succeeded' });
  });

  it('lets a browser read and confirm only the setup whose secret it has', async () => {
    const local = connectStripe(sandbox.port);
    const { id: customer } = await local.customers.create({ metadata: { private: 'yes' } });
    const { id, client_secret } = await local.setupIntents.create({ customer });
    const path = `/v1/setup_intents/${id}`;
    expect((await callAsBrowser('GET', path, {})).status).toBe(400);
    const method = { payment_method: 'pm_card_visa' };
    expect((await callAsBrowser('POST', `${path}/confirm`, method)).status).toBe(400);
    const secret = { client_secret: client_secret ?? '' };
    const done = await callAsBrowser('POST', `${path}/confirm`, { ...method, ...secret });
    expect(done.body).toMatchObject({ status: 'succeeded' });
    expect(done.body).not.toHaveProperty('customer');
  });

  it('stores neither the number nor the code of a card', async () => {
    const { body, id } = await confirmWithCard({ cvc: '987' });
    expect(body).toMatchObject({ status: 'succeeded' });
    const local = connectStripe(sandbox.port);
    const paid = await local.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    const { payment_method_details, billing_details } = paid.latest_charge as Stripe.Charge;
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 };
    expect(payment_method_details?.card).toEqual(card);
    expect(billing_details).toEqual({ name: null, email: null });
  });

  it('checks a card before it asks the bank', async () => {
    const pay = async (card: Record<string, string>) => {
      const { status, body } = await confirmWithCard(card);
      return `${status} ${body['error']?.['code']}`;
    };
    expect(await pay({ number: '4242424242424241' })).toBe('402 incorrect_number');
    expect(await pay({ exp_month: '13' })).toBe('402 invalid_expiry_month');
    expect(await pay({ exp_year: '20' })).toBe('402 invalid_expiry_year');
    expect(await pay({ cvc: '12' })).toBe('402 invalid_cvc');
  });

  it('makes one charge of forty confirmations at the same time', async () => {
    const local = connectStripe(sandbox.port);
    const { id } = await local.paymentIntents.create({ amount: 4900, currency: 'usd' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, () =>
        local.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses a call that it does not support', async () => {
    const refused = await refusalOf(connectStripe(sandbox.port).products.create({ name: 'Ada' }));
    expect(refused).toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' });
    expect(refused.message).toBe('Unrecognized request URL (POST: /v1/products).');
  });

  it('keeps everything after a restart', async () => {
    const own = await startTestSandbox();
    const before = connectStripe(own.port);
    const params = { amount: 4900, currency: 'usd' };
    const intent = await before.paymentIntents.create(params, { idempotencyKey: 'kept' });
    await before.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    await before.refunds.create({ payment_intent: intent.id, amount: 100 });
    await own.restart();
    const after = connectStripe(own.port);
    const found = await after.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(found.latest_charge).toMatchObject({ amount_refunded: 100 });
    const same = await after.paymentIntents.create(params, { idempotencyKey: 'kept' });
    expect(same.id).toBe(intent.id);
    await own.stop();
  });
});
