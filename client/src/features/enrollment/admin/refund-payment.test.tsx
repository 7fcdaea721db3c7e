import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { RefundPayment } from './refund-payment.tsx';

const PAID: ListedPayment = {
  _id: 'pi_ada',
  name: 'Ada Byron',
  email: 'ada@speakifyr.test',
  items: [],
  amount: 24_900,
  kept: 20_000,
  currency: 'USD',
  state: 'enrolled',
  movements: [],
  refunds: [],
  dispute: null,
  ...{ hasReceipt: true, method: 'card', received: null },
  createdAt: '2027-05-01T20:00:00.000Z',
  settledAt: '2027-05-01T20:01:00.000Z',
};

const BUTTON = { name: 'Refund a part of the payment of Ada Byron' };

async function giveBack(amount: string) {
  renderApp(<RefundPayment payment={PAID} />);
  await userEvent.click(screen.getByRole('button', BUTTON));
  const dialog = within(await findDialog('Refund to Ada Byron'));
  await userEvent.type(dialog.getByLabelText('Amount to refund (USD)'), amount);
  await userEvent.type(dialog.getByLabelText('Why?'), 'Fee wrongly kept');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  return dialog;
}

test('a part of a payment goes back, and all seats stay', async () => {
  const sent: unknown[] = [];
  answer('POST /refunds', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  const dialog = await giveBack('15');
  expect(dialog.getByText('All seats of this payment stay.')).toBeVisible();
  expect(dialog.getByText(/The school keeps \$185 USD/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, give it back' }));

  await findDialog('$15 USD will be refunded');
  expect(sent).toMatchObject([{ paymentId: 'pi_ada', amount: 1_500, note: 'Fee wrongly kept' }]);
});

test('who presses again because no answer came gives the money back once, and who looks at it again twice', async () => {
  const sent: unknown[] = [];
  answer('POST /refunds', ({ body }) => {
    sent.push(body);
    return refuse('unavailable');
  });
  const dialog = await giveBack('15');
  const press = (name: string) => userEvent.click(dialog.getByRole('button', { name }));
  await press('Yes, give it back');
  await dialog.findByRole('alert');
  await press('Yes, give it back');
  await waitFor(() => expect(sent).toHaveLength(2));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Back' })).toBeEnabled());
  await press('Back');
  await press('Continue');
  await press('Yes, give it back');
  await waitFor(() => expect(sent).toHaveLength(3));
  const [first, again, other] = sent;
  expect(first).toHaveProperty('requestId');
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test('nothing and more than what is kept are refused before they are sent', async () => {
  const dialog = await giveBack('200.01');
  expect(dialog.getByText('Please enter an amount from $0.01 to $200.')).toBeVisible();
});

test('if another admin was faster, the dialog says why', async () => {
  answer('POST /refunds', () => refuse('payment_disputed'));
  const dialog = await giveBack('15');
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, give it back' }));
  expect(await dialog.findByText(/The bank is looking at this payment/)).toBeVisible();
});

test('a payment of which the school keeps nothing has no button', () => {
  renderApp(<RefundPayment payment={{ ...PAID, kept: 0, state: 'refunded' }} />);
  renderApp(<RefundPayment payment={{ ...PAID, state: 'open' }} />);
  expect(screen.queryByRole('button', BUTTON)).toBeNull();
});
