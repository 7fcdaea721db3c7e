import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectStripe } from '../testing/stripe.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

it('the dashboard shows payments without running their texts, and refunds a part', async () => {
  const stripe = connectStripe(sandbox.port);
  const metadata = { email: '<b>rosa@example.com</b>' };
  const { id } = await stripe.paymentIntents.create({ amount: 4900, currency: 'usd', metadata });
  const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  const address = `${sandbox.address}/stripe/dashboard`;
  const refund = async (amount: string, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ charge: String(paid.latest_charge), amount });
    return (await fetch(address, { method: 'POST', headers, body, redirect: 'manual' })).status;
  };
  expect(await refund('19.50')).toBe(303);
  expect(await refund('29.51')).toBe(400);
  expect(await refund('1e3')).toBe(400);
  expect(await refund('1', { Origin: 'https://elsewhere.example' })).toBe(403);
  const page = await (await fetch(address)).text();
  expect(page).toContain('49.00 USD');
  expect(page).toContain('Refund of 19.50 USD: succeeded');
  expect(page).toContain('value="29.50"');
  expect(page).not.toContain('<b>');
  expect(await stripe.refunds.list({ payment_intent: id })).toMatchObject({
    data: [{ amount: 1950, metadata: {} }],
  });
});
