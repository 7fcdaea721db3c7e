import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildCredit } from '../../features/enrollment/credit/credit.testing.ts';
import { answer, refuse } from '../../testing/server.ts';
import { enrolled, guitar, pay, preparePayment, renderPayment } from './payment-page.testing.tsx';

let intents: unknown[];
let records: unknown[];
beforeEach(() => {
  ({ intents, records } = preparePayment());
});

const order = { price: 49, currency: 'USD', cartId: guitar._id };

// Rules: R361.
test('credit pays a part, and the card the rest', async () => {
  answer('GET /myCredit', buildCredit(2_000));
  renderPayment();
  const choice = await screen.findByRole('checkbox', { name: /Use \$20 of your credit/ });
  expect(choice).not.toBeChecked();
  expect(await screen.findByRole('button', { name: 'Pay $49' })).toBeVisible();
  await userEvent.click(choice);
  await waitFor(() => expect(intents.at(-1)).toEqual({ ...order, credit: 2_000 }));
  expect(await screen.findByRole('button', { name: 'Pay $29' })).toBeVisible();
  await pay();
  await waitFor(() => expect(records).toMatchObject([{ transactionId: 'pi_1' }]));
});

test('the card waits until it is known how much credit there is, so that nothing pushes it away', async () => {
  let respond = () => {};
  answer('GET /myCredit', async () => {
    await new Promise<void>((resolve) => (respond = resolve));
    return buildCredit(2_000);
  });
  renderPayment();
  await waitFor(() => expect(intents).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Pay $49' })).toBeNull();
  respond();
  expect(await screen.findByRole('checkbox', { name: /Use \$20 of your credit/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pay $49' })).toBeVisible();
});

test('without an answer about credit, the card pays', async () => {
  answer('GET /myCredit', () => refuse('unavailable'));
  renderPayment();
  expect(await screen.findByRole('button', { name: 'Pay $49' })).toBeVisible();
});

test('credit pays all of it, without a card', async () => {
  answer('GET /myCredit', buildCredit(10_000));
  const sent: unknown[] = [];
  answer('POST /creditPayments', ({ body }) => {
    sent.push(body);
    return { status: true, transactionId: 'credit_1' };
  });
  renderPayment();
  await userEvent.click(
    await screen.findByRole('checkbox', {
      name: /Use \$49 of your credit Nothing is charged to your card\./,
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Pay $49 with credit' }));
  await waitFor(() => expect(records).toMatchObject([{ transactionId: 'credit_1' }]));
  expect(sent).toMatchObject([{ cartIds: [guitar._id], price: 49, currency: 'USD' }]);
});

test('if another tab has spent it, nothing is paid, and the card is offered', async () => {
  answer('GET /myCredit', buildCredit(10_000));
  const requests: unknown[] = [];
  answer('POST /creditPayments', ({ body }) => {
    requests.push((body as { requestId: string }).requestId);
    return refuse('credit_changed');
  });
  renderPayment();
  await userEvent.click(await screen.findByRole('checkbox', { name: /of your credit/ }));
  const button = await screen.findByRole('button', { name: 'Pay $49 with credit' });
  await userEvent.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('Your credit has just changed');
  await userEvent.click(screen.getByRole('button', { name: 'Pay $49 with credit' }));
  await waitFor(() => expect(new Set(requests).size).toBe(2));
  await userEvent.click(screen.getByRole('checkbox', { name: /of your credit/ }));
  expect(await screen.findByRole('button', { name: 'Pay $49' })).toBeVisible();
  expect(records).toEqual([]);
});

test('of the difference of a move, credit pays everything or nothing, and the page says why', async () => {
  answer('GET /myclass', [{ ...guitar, movesFrom: 'Kites' }]);
  answer('GET /myCredit', buildCredit(2_000));
  renderPayment();
  await screen.findByRole('button', { name: 'Pay $49' });
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.getByText(/Your credit of \$20 is less than this difference/)).toBeVisible();
  expect(enrolled.items).toHaveLength(1);
});
