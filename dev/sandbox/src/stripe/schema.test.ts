import { join } from 'node:path';
import type Stripe from 'stripe';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectStripe, refusalOf } from '../testing/stripe.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  stripe = connectStripe(sandbox.port);
});
afterAll(() => sandbox.stop());

/**
 * The types of the `stripe` package are made from Stripe's published schema. This one holds our objects to them: they
 * have fewer fields, but none that Stripe does not have, and none with another type.
 */
const PART_OF = `type Part<T> = T extends (infer Item)[]
  ? Part<Item>[]
  : T extends object ? { [Name in keyof T]?: Part<T[Name]> } : T;`;
const FILE = join(import.meta.dirname, 'objects-that-were-sent.ts');

/** @returns what is wrong with objects, by the compiler's words */
function findMistakes(objects: { type: string; sent: object }[]): string[] {
  const lines = objects.map(
    ({ type, sent }, i) => `export const o${i}: Part<Stripe.${type}> = ${JSON.stringify(sent)};`,
  );
  const source = ["import type Stripe from 'stripe';", PART_OF, ...lines].join('\n');
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === FILE || fileExists(name);
  host.getSourceFile = (name, version) =>
    name === FILE ? ts.createSourceFile(name, source, version) : getSourceFile(name, version);
  const program = ts.createProgram([FILE], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

async function pay(payment_method: string): Promise<string> {
  const { id } = await stripe.paymentIntents.create({
    amount: 4900,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { email: 'ada@example.com' },
  });
  await stripe.paymentIntents.confirm(id, { payment_method }).catch(() => undefined);
  return id;
}

const act = (fields: Record<string, string>) =>
  fetch(`${sandbox.address}/stripe/dashboard`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

/** A customer, setups that succeed, wait and fail, and payments with a card that the bank declines later. */
async function saveCards() {
  const customer = await stripe.customers.create({ metadata: { userId: '7' } });
  const setUp = async (payment_method: string) => {
    const { id } = await stripe.setupIntents.create({ customer: customer.id });
    await stripe.setupIntents.confirm(id, { payment_method }).catch(() => undefined);
    return [
      await stripe.setupIntents.retrieve(id),
      await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }),
    ];
  };
  const setups = await Promise.all(
    ['pm_card_visa', 'pm_card_authenticationRequired', 'pm_card_chargeDeclinedStolenCard'].map(
      setUp,
    ),
  );
  const { data: cards } = await stripe.customers.listPaymentMethods(customer.id);
  const payment_method = cards[0]?.id ?? '';
  const charge = async (verdict: string) => {
    await act({ payment_method, verdict });
    const { id } = await stripe.paymentIntents.create({
      amount: 4900,
      currency: 'usd',
      customer: customer.id,
      setup_future_usage: 'off_session',
    });
    const how = { payment_method, off_session: true };
    await stripe.paymentIntents.confirm(id, how).catch(() => undefined);
    return id;
  };
  const intents = [];
  for (const verdict of ['approved', 'authentication_required', 'expired_card', 'stolen_card'])
    intents.push(await charge(verdict));
  const detached = await stripe.paymentMethods.detach(payment_method);
  const sent = [
    { type: 'Customer', sent: customer },
    ...setups.flat().map((one) => ({ type: 'SetupIntent', sent: one })),
    ...[...cards, detached].map((one) => ({ type: 'PaymentMethod', sent: one })),
  ];
  return { intents, sent };
}

it('all objects are as Stripe’s schema says', { timeout: 120_000 }, async () => {
  const cards = [
    'pm_card_visa',
    'pm_card_chargeDeclined',
    'pm_card_threeDSecure2Required',
    'pm_card_processing',
    'pm_card_createDispute',
  ];
  const paid = await Promise.all(cards.map(pay));
  const canceled = await pay('');
  await stripe.paymentIntents.cancel(canceled);
  const refunded = await pay('pm_card_pendingRefund');
  await stripe.refunds.create({ payment_intent: refunded });
  const failing = await pay('pm_card_refundFail');
  const failed = await stripe.refunds.create({ payment_intent: failing });
  await vi.waitFor(
    async () => expect((await stripe.refunds.retrieve(failed.id)).status).toBe('failed'),
    { timeout: 60_000 },
  );
  const { data: disputes } = await stripe.disputes.list();
  await act({ dispute: disputes[0]?.id ?? '', status: 'under_review' });
  const again = await refusalOf(
    stripe.paymentIntents.confirm(canceled, { payment_method: 'pm_card_visa' }),
  );

  const saved = await saveCards();
  const intents = [...paid, canceled, refunded, failing, ...saved.intents];
  const shown = await Promise.all(intents.map((id) => stripe.paymentIntents.retrieve(id)));
  const expanded = await Promise.all(
    intents.map((id) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
  );
  const charges = expanded.flatMap(({ latest_charge }) => latest_charge ?? []) as Stripe.Charge[];
  const { data: refunds } = await stripe.refunds.list();
  const { data: endpoints } = await stripe.webhookEndpoints.list();
  const sent = [
    ...[...shown, ...expanded].map((one) => ({ type: 'PaymentIntent', sent: one })),
    ...charges.map((one) => ({ type: 'Charge', sent: one })),
    ...refunds.map((one) => ({ type: 'Refund', sent: one })),
    ...(await stripe.disputes.list()).data.map((one) => ({ type: 'Dispute', sent: one })),
    ...endpoints.map((one) => ({ type: 'WebhookEndpoint', sent: one })),
    { type: 'PaymentIntent', sent: again.payment_intent ?? {} },
    ...saved.sent,
  ];
  expect(charges.map(({ status }) => status)).toContain('failed');
  expect(sent.length).toBeGreaterThan(25);
  expect(findMistakes(sent)).toEqual([]);
});
