import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectStripe, refusalOf } from '../testing/stripe.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  stripe = connectStripe(sandbox.port);
});
afterAll(() => sandbox.stop());

async function createCustomer(): Promise<string> {
  return (await stripe.customers.create({ metadata: { userId: '7' } })).id;
}

/** A new payment that saves its card, or one for a saved card. */
async function createIntent(customer: string, savesCard = false): Promise<string> {
  const intent = await stripe.paymentIntents.create({
    amount: 4900,
    currency: 'usd',
    customer,
    allowed_payment_method_types: ['card'],
    ...(savesCard && { setup_future_usage: 'off_session' }),
  });
  return intent.id;
}

/** Saves a card by a SetupIntent. */
async function saveCard(customer: string, method: string): Promise<string> {
  const { id } = await stripe.setupIntents.create({ customer, usage: 'off_session' });
  const setup = await stripe.setupIntents.confirm(id, { payment_method: method });
  return String(setup.payment_method);
}

async function charge(customer: string, payment_method: string): Promise<Stripe.PaymentIntent> {
  const id = await createIntent(customer);
  return stripe.paymentIntents.confirm(id, { payment_method, off_session: true });
}

async function listCards(customer: string): Promise<string[]> {
  return (await stripe.customers.listPaymentMethods(customer)).data.map(({ id }) => id);
}

/** The bank's answer to the next payment with a card, as somebody chooses it on the dashboard. */
const changeMind = (payment_method: string, verdict: string) =>
  fetch(`${sandbox.address}/stripe/dashboard`, {
    method: 'POST',
    body: new URLSearchParams({ payment_method, verdict }),
    redirect: 'manual',
  });

describe('a saved card', () => {
  it('is saved by a payment that asks for it, and pays again without its owner', async () => {
    const customer = await createCustomer();
    const first = await createIntent(customer, true);
    const paid = await stripe.paymentIntents.confirm(first, { payment_method: 'pm_card_visa' });
    const card = String(paid.payment_method);
    expect(await listCards(customer)).toEqual([card]);
    expect(await charge(customer, card)).toMatchObject({ status: 'succeeded', customer });
  });

  it('is not saved by any other payment', async () => {
    const customer = await createCustomer();
    const id = await createIntent(customer);
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(await listCards(customer)).toEqual([]);
  });

  it('pays only for its own customer', async () => {
    const card = await saveCard(await createCustomer(), 'pm_card_visa');
    const refused = await refusalOf(charge(await createCustomer(), card));
    expect(refused).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
    expect(refused.message).toContain('does not have a payment method');
  });

  it('never pays again once it was forgotten', async () => {
    const customer = await createCustomer();
    const card = await saveCard(customer, 'pm_card_visa');
    expect(await stripe.paymentMethods.detach(card)).toMatchObject({ customer: null });
    expect(await listCards(customer)).toEqual([]);
    expect((await refusalOf(charge(customer, card))).message).toContain('may not be used again');
    expect((await refusalOf(stripe.paymentMethods.detach(card))).statusCode).toBe(400);
    expect((await refusalOf(stripe.paymentMethods.detach('pm_no'))).statusCode).toBe(404);
  });

  it.each([
    ['insufficient_funds', 'card_declined', 'try_again_later'],
    ['stolen_card', 'card_declined', 'do_not_try_again'],
    ['expired_card', 'expired_card', 'do_not_try_again'],
    ['incorrect_cvc', 'incorrect_cvc', 'confirm_card_data'],
    ['authentication_required', 'authentication_required', undefined],
  ])('may be declined later: %s', async (verdict, code, advice_code) => {
    const customer = await createCustomer();
    const card = await saveCard(customer, 'pm_card_visa');
    await changeMind(card, verdict);
    const id = await createIntent(customer);
    const declined = await refusalOf(
      stripe.paymentIntents.confirm(id, { payment_method: card, off_session: true }),
    );
    expect(declined).toMatchObject({ type: 'StripeCardError', code, decline_code: verdict });
    expect(declined.advice_code).toBe(advice_code);
    const open = await stripe.paymentIntents.retrieve(id);
    expect(open).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code, payment_method: { id: card } },
    });
    expect(open.last_payment_error?.advice_code).toBe(advice_code);
    await changeMind(card, 'approved');
    const paid = await stripe.paymentIntents.confirm(id, {
      payment_method: card,
      off_session: true,
    });
    expect(paid.status).toBe('succeeded');
  });
});

describe('a setup', () => {
  it('saves a card that a bank declines later', async () => {
    const customer = await createCustomer();
    const card = await saveCard(customer, 'pm_card_chargeCustomerFail');
    expect(await listCards(customer)).toEqual([card]);
    expect(await refusalOf(charge(customer, card))).toMatchObject({ code: 'card_declined' });
  });

  it('saves no card that the bank refuses', async () => {
    const customer = await createCustomer();
    const { id } = await stripe.setupIntents.create({ customer });
    const refused = await refusalOf(
      stripe.setupIntents.confirm(id, { payment_method: 'pm_card_chargeDeclinedStolenCard' }),
    );
    expect(refused).toMatchObject({ statusCode: 402, decline_code: 'stolen_card' });
    expect(await listCards(customer)).toEqual([]);
    const open = await stripe.setupIntents.retrieve(id);
    expect(open).toMatchObject({ status: 'requires_payment_method', payment_method: null });
  });

  it('waits for 3-D Secure, and a card that was proved pays without its owner', async () => {
    const customer = await createCustomer();
    const { id, client_secret } = await stripe.setupIntents.create({ customer });
    const waiting = await stripe.setupIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequiredOnSetup',
    });
    expect(waiting).toMatchObject({ status: 'requires_action' });
    expect(await listCards(customer)).toEqual([]);
    const answer = (result: string) =>
      fetch(`${sandbox.address}/stripe/three-d-secure`, {
        method: 'POST',
        body: new URLSearchParams({ client_secret: client_secret ?? '', result }),
      });
    await answer('fail');
    expect((await stripe.setupIntents.retrieve(id)).last_setup_error).toMatchObject({
      code: 'setup_intent_authentication_failure',
    });
    await stripe.setupIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequiredOnSetup',
    });
    await answer('complete');
    const done = await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] });
    expect(done).toMatchObject({ status: 'succeeded', payment_method: { customer } });
    const [card = ''] = await listCards(customer);
    expect(await charge(customer, card)).toMatchObject({ status: 'succeeded' });
  });

  it('needs a customer that exists', async () => {
    const refused = await refusalOf(stripe.setupIntents.create({ customer: 'cus_nobody' }));
    expect(refused).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });
});
