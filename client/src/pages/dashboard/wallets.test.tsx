// @vitest-environment-options { "url": "https://camp.example.test/" }
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { hasWallets } from '../../features/enrollment/payment/has-wallets.ts';
import { location } from '../../testing/render.tsx';
import { sheet, stripe, wallets } from '../../testing/fake-stripe.tsx';
import { preparePayment, renderPayment } from './payment-page.testing.tsx';

// As long as Stripe's own.
vi.hoisted(() => {
  const config = document.getElementById('config');
  if (!config) throw new Error('The page has no settings');
  config.textContent = config.textContent.replace('"pk_test"', `"pk_test_${'x'.repeat(99)}"`);
});

let intents: unknown[];
let records: unknown[];
beforeEach(() => {
  ({ intents, records } = preparePayment());
  wallets.applePay = true;
  sheet.reject.mockReset();
  sheet.paymentFailed.mockReset();
});

const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Apple Pay' }));

// Rules: R284.
test('a wallet pays the payment that the server has made, and the seat is the student’s', async () => {
  renderPayment();
  await press();

  await screen.findByRole('dialog', { name: 'Congratulations, Successfully Enrolled' });
  expect(stripe.confirmPayment).toHaveBeenCalledExactlyOnceWith({
    elements: expect.anything() as unknown,
    clientSecret: 'pi_1_secret',
    confirmParams: { return_url: expect.stringContaining('https:') as string },
    redirect: 'if_required',
  });
  expect(stripe.confirmCardPayment).not.toHaveBeenCalled();
  expect([intents.length, records.length]).toEqual([1, 1]);
  expect(records).toMatchObject([{ transactionId: 'pi_1', pay: 'succeeded' }]);
  expect(sheet.paymentFailed).not.toHaveBeenCalled();
  expect(location.pathname).toBe('/dashboard/enroll');
});

test('wallets stand above the card field', async () => {
  renderPayment();

  const wallet = await screen.findByRole('button', { name: 'Apple Pay' });
  expect(await screen.findByText('or')).toBeVisible();
  expect(wallet.compareDocumentPosition(await screen.findByLabelText('Card'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test('a device without a wallet shows the card form alone', async () => {
  delete wallets.applePay;
  renderPayment();

  await screen.findByLabelText('Card');
  expect(screen.queryByText('or')).toBeNull();
});

test('a refusal is shown here and in the wallet, and the card form can still be used', async () => {
  const message = 'Your card was declined.';
  stripe.confirmPayment.mockResolvedValue({ error: { type: 'card_error', message } });
  renderPayment();
  await press();

  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText(/You have not been charged/)).toBeVisible();
  expect(sheet.paymentFailed).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: /^Pay \$/ }));
  await waitFor(() => expect(stripe.confirmCardPayment).toHaveBeenCalledOnce());
});

test('while a payment is under way, a wallet does not open', async () => {
  stripe.confirmPayment.mockReturnValue(new Promise(() => {}));
  renderPayment();
  await press();
  await screen.findByRole('button', { name: 'Paying…' });
  await press();

  expect(sheet.reject).toHaveBeenCalledOnce();
  expect(stripe.confirmPayment).toHaveBeenCalledOnce();
});

test.each([
  [true, `pk_test_${'5'.repeat(24)}`, 'https:'],
  [true, `pk_live_${'5'.repeat(99)}`, 'https:'],
  [false, 'pk_test_sandbox', 'https:'],
  [false, `pk_live_${'5'.repeat(99)}`, 'http:'],
])('wallets are offered: %s for the key %s over %s', (isOffered, key, protocol) => {
  expect(hasWallets(key, protocol)).toBe(isOffered);
});
