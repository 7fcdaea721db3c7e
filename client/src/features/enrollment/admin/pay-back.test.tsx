import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { readToday } from '../../../lib/format.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { PayBack } from './pay-back.tsx';

const BOUNCED: ListedPayment = {
  ...{ _id: 'office_1', name: 'Ada Byron', email: 'ada@x.test', items: [] },
  ...{ amount: 8_000, kept: -6_000, currency: 'USD', state: 'enrolled' },
  ...{ movements: [], refunds: [], dispute: null, hasReceipt: true, method: 'cheque' },
  received: { day: '2027-05-01', reference: 'No. 17' },
  ...{ createdAt: '2027-05-01T20:00:00.000Z', settledAt: '2027-05-01T20:01:00.000Z' },
};

async function open() {
  renderApp(<PayBack payment={BOUNCED} />);
  await userEvent.click(screen.getByRole('button', { name: /Record what is paid back/ }));
  return within(screen.getByRole('dialog', { name: 'The family pays it back' }));
}

// Rules: R483.
test('the office records what a family pays back, never by check', async () => {
  const sent: unknown[] = [];
  answer('POST /payments/:paymentId/paidBack', ({ params, body }) => {
    sent.push(params, body);
    return { status: true };
  });
  const dialog = await open();
  expect(dialog.getByText(/had given back \$60 USD of this payment/)).toBeVisible();
  expect(dialog.queryByRole('option', { name: 'Check' })).toBeNull();
  const amount = dialog.getByLabelText('Amount (USD)');
  expect(amount).toHaveValue('60');
  await userEvent.clear(amount);
  await userEvent.click(dialog.getByRole('button', { name: 'Record' }));
  expect(await dialog.findByText('Enter an amount such as 89.50.')).toBeVisible();
  expect(amount).toHaveFocus();
  await userEvent.type(amount, '25.50');
  await userEvent.click(dialog.getByRole('button', { name: 'Record' }));
  await findDialog('$25.50 USD is recorded');
  expect(sent).toEqual([
    { paymentId: 'office_1' },
    {
      requestId: expect.any(String) as string,
      ...{ method: 'cash', amount: 2_550, day: readToday(), reference: '' },
    },
  ]);
});

test('what is wrong stands beside its field', async () => {
  answer('POST /payments/:paymentId/paidBack', () =>
    refuse('invalid_input', { fields: { 'body.amount': 'Only $10 USD is still owed.' } }),
  );
  const dialog = await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Record' }));
  expect(await dialog.findByText('Only $10 USD is still owed.')).toBeVisible();
});

test('nothing is paid back of a payment that owes nothing', () => {
  renderApp(<PayBack payment={{ ...BOUNCED, kept: 0 }} />);
  expect(screen.queryByRole('button')).toBeNull();
});
