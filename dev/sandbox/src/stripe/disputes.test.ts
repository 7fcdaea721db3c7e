import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectStripe, refusalOf } from '../testing/stripe.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  stripe = connectStripe(sandbox.port);
});
afterAll(() => sandbox.stop());

async function pay(payment_method = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
  const { id } = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd' });
  await stripe.paymentIntents.confirm(id, { payment_method });
  return stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
}

/** Sends a form of the dashboard. @returns the answer's status */
async function act(fields: Record<string, string>): Promise<number> {
  const request = {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  } as const;
  return (await fetch(`${sandbox.address}/stripe/dashboard`, request)).status;
}

it('a card disputes its payment after it has succeeded, and nothing can be refunded while the dispute is open', async () => {
  const paid = await pay('pm_card_createDispute');
  expect(paid.status).toBe('succeeded');
  const [dispute] = (await stripe.disputes.list({ payment_intent: paid.id })).data;
  expect(dispute).toMatchObject({
    amount: 4900,
    status: 'needs_response',
    payment_intent: paid.id,
  });
  expect(dispute?.evidence_details.due_by).toBeGreaterThan(Date.now() / 1000);
  const since = { created: { gte: dispute?.created ?? 0 } };
  expect((await stripe.disputes.list(since)).data.map(({ id }) => id)).toContain(dispute?.id);
  const refund = () => stripe.refunds.create({ payment_intent: paid.id });
  expect(await refusalOf(refund())).toMatchObject({ statusCode: 400, code: 'charge_disputed' });

  expect(await act({ dispute: dispute?.id ?? '', status: 'won' })).toBe(303);
  expect(await refund()).toMatchObject({ status: 'succeeded' });
  expect(await act({ dispute: dispute?.id ?? '', status: 'lost' })).toBe(400);
});

it('the dashboard disputes a payment, and a lost dispute keeps the money', async () => {
  const paid = await pay();
  const { id: charge } = paid.latest_charge as Stripe.Charge;
  expect(await act({ charge })).toBe(303);
  expect(await act({ charge })).toBe(400);
  const [dispute] = (await stripe.disputes.list({ payment_intent: paid.id })).data;
  await act({ dispute: dispute?.id ?? '', status: 'under_review' });
  await act({ dispute: dispute?.id ?? '', status: 'lost' });
  expect(await stripe.disputes.retrieve(dispute?.id ?? '')).toMatchObject({ status: 'lost' });
  expect(await refusalOf(stripe.refunds.create({ charge }))).toMatchObject({
    code: 'charge_disputed',
  });
  const page = await (await fetch(`${sandbox.address}/stripe/dashboard`)).text();
  expect(page).toContain('Dispute of 49.00 USD: lost');
});

it('an inquiry takes no money: refunds go on, and a full one ends it', async () => {
  const paid = await pay();
  const { id: charge } = paid.latest_charge as Stripe.Charge;
  expect(await act({ charge, status: 'warning_needs_response' })).toBe(303);
  const read = async () => (await stripe.disputes.list({ payment_intent: paid.id })).data[0];
  expect(await read()).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
  });
  await stripe.refunds.create({ charge, amount: 900 });
  expect((await read())?.status).toBe('warning_needs_response');
  await stripe.refunds.create({ charge });
  expect(await read()).toMatchObject({ status: 'warning_closed', is_charge_refundable: false });
});

it('an inquiry may become a dispute, and a lost dispute may be won on appeal', async () => {
  const paid = await pay();
  const { id: charge } = paid.latest_charge as Stripe.Charge;
  await act({ charge, status: 'warning_needs_response' });
  const [{ id = '' } = {}] = (await stripe.disputes.list({ payment_intent: paid.id })).data;
  const refund = () => stripe.refunds.create({ charge });
  for (const status of ['needs_response', 'lost', 'appeal_needs_response', 'appeal_under_review']) {
    expect(await act({ dispute: id, status })).toBe(303);
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      status,
      is_charge_refundable: false,
    });
    expect(await refusalOf(refund())).toMatchObject({ code: 'charge_disputed' });
  }
  await act({ dispute: id, status: 'won' });
  expect(await refund()).toMatchObject({ status: 'succeeded' });
});

it('a refund without money for it is pending until the balance is topped up', async () => {
  await act({ balance: '60' });
  const [first, second] = [await pay(), await pay()];
  const refunds = [
    await stripe.refunds.create({ payment_intent: first.id }),
    await stripe.refunds.create({ payment_intent: second.id }),
  ];
  expect(refunds).toMatchObject([
    { status: 'succeeded' },
    { status: 'pending', pending_reason: 'insufficient_funds' },
  ]);
  await sandbox.restart();
  stripe = connectStripe(sandbox.port);
  const read = async () => (await stripe.refunds.retrieve(refunds[1]?.id ?? '')).status;
  expect(await read()).toBe('pending');
  await act({ balance: '48.99' });
  expect(await read()).toBe('pending');
  await act({ balance: '49' });
  expect(await read()).toBe('succeeded');
  expect((await stripe.refunds.create({ payment_intent: (await pay()).id })).status).toBe(
    'pending',
  );
  await act({ balance: '' });
  expect((await stripe.refunds.create({ payment_intent: (await pay()).id })).status).toBe(
    'succeeded',
  );
});
