import type { CartItem } from '@speakifyr/contract/cart.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answer, refuse } from '../../testing/server.ts';
import {
  CART_ID,
  findPayButton,
  guitar,
  preparePayment,
  renderPayment,
} from './payment-page.testing.tsx';

const BASE = { kind: 'base', label: 'Full price', percent: null, discountId: null } as const;
const WITH_CODE: CartItem = {
  ...guitar,
  price: 24.5,
  lines: [
    { ...BASE, amount: 4_900 },
    { kind: 'code', label: 'Summer code', amount: -2_450, percent: 50, discountId: 'a' },
  ],
};
const WITH_LUNCH: CartItem = {
  ...guitar,
  price: 59,
  lines: [
    { ...BASE, amount: 4_900 },
    { ...BASE, kind: 'extra', label: 'Lunch', amount: 1_000 },
  ],
};
const LUNCH = {
  ...{ id: 'a'.repeat(24), label: 'Lunch', per: 'day' as const, days: 5, amount: 1_000 },
  ...{ price: 200 },
  ...{ options: [], isRefundable: true, left: 2 },
};
const describeOffer = (first: number) => ({
  parts: [
    { due: '2026-01-10', amount: first },
    { due: '2099-02-10', amount: 1_600 },
  ],
  text: `I pay $${first / 100} USD now.`,
});

let intents: unknown[];
beforeEach(() => {
  ({ intents } = preparePayment());
});

const findOrder = async () => within(await screen.findByRole('region', { name: 'Your order' }));

// Rules: R131, R435.
test('a code typed on the payment page lowers the price there, and is taken out again, without a question', async () => {
  renderPayment();
  await findPayButton();
  answer('POST /cartCode', () => {
    answer('GET /myclass', [WITH_CODE]);
    return { status: true, seats: 1 };
  });
  await userEvent.type(screen.getByLabelText('Have a code?'), 'summer{Enter}');

  expect(await screen.findByText('“Summer code” applies to 1 seat.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Pay $24.50' })).toBeVisible();
  expect((await findOrder()).getByText('Summer code').parentElement).toHaveTextContent('−$24.50');
  await waitFor(() =>
    expect(intents.at(-1)).toEqual({ price: 24.5, currency: 'USD', cartId: CART_ID }),
  );

  answer('DELETE /cartCode', () => {
    answer('GET /myclass', [guitar]);
    return { status: true };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Remove the code' }));
  expect(await screen.findByRole('button', { name: 'Pay $49' })).toBeVisible();
  expect(screen.getByLabelText('Have a code?')).toHaveValue('');
});

test('a code that can’t be used says why, and what was typed stays', async () => {
  renderPayment();
  answer('POST /cartCode', () => refuse('code_refused', { message: 'This code is used up.' }));
  await userEvent.type(await screen.findByLabelText('Have a code?'), 'SUMMER');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));

  expect(await screen.findByText('This code is used up.')).toBeVisible();
  expect(screen.getByLabelText('Have a code?')).toHaveValue('SUMMER');
  expect(await screen.findByRole('button', { name: 'Pay $49' })).toBeVisible();
});

test('lunch is added on the payment page, for a seat whose class has extras; parts of the old price need another yes', async () => {
  const withExtras = { ...guitar, hasExtras: true as const };
  answer('GET /myclass', [withExtras]);
  answer('GET /seatExtras/:cartId', { state: 'held', offered: [LUNCH], chosen: [] });
  answer('GET /installments', { offer: describeOffer(3_300) });
  answer('PUT /seatExtras/:cartId', () => {
    answer('GET /myclass', [{ ...withExtras, ...WITH_LUNCH }]);
    answer('GET /installments', { offer: describeOffer(4_300) });
    return { status: true };
  });
  renderPayment();
  await userEvent.click(await screen.findByRole('radio', { name: /^In 2 parts \$33 USD now/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'I pay $33 USD now.' }));
  await findPayButton();

  await userEvent.click((await findOrder()).getByRole('button', { name: /^Add extras/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Extras' }));
  await userEvent.click(await dialog.findByRole('checkbox', { name: /^Lunch/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));

  expect(await screen.findByRole('radio', { name: /^In 2 parts \$43 USD now/ })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'I pay $43 USD now.' })).not.toBeChecked();
  expect(screen.queryByRole('button', { name: /^Pay \$/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('checkbox', { name: 'I pay $43 USD now.' }));
  expect(await screen.findByRole('button', { name: 'Pay $43' })).toBeVisible();
  await waitFor(() =>
    expect(intents.at(-1)).toMatchObject({ price: 43, agreed: 'I pay $43 USD now.' }),
  );
});

test('a seat without extras has no button for them', async () => {
  renderPayment();
  await findPayButton();
  expect(screen.queryByRole('button', { name: /extras/ })).not.toBeInTheDocument();
});
