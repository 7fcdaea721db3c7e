import { NO_EMAIL } from '@speakifyr/contract/stand-in-address.ts';
import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { readToday } from '../../../lib/format.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { BouncePayment } from './bounce-payment.tsx';

const seat: ListedPayment['items'][number] = {
  ...{ cartId: '5'.repeat(24), classId: 'c'.repeat(24), className: 'Sailing' },
  ...{ childId: 'a'.repeat(24), student_name: 'Mia', amount: 24_900, state: 'enrolled' },
};
const PAID: ListedPayment = {
  ...{ _id: 'office_1', name: 'Ada Byron', email: 'ada@x.test', items: [seat] },
  ...{ amount: 24_900, kept: 20_000, currency: 'USD', state: 'enrolled' },
  ...{ movements: [], refunds: [], dispute: null, hasReceipt: true, method: 'cheque' },
  received: { day: '2027-05-01', reference: 'No. 17' },
  ...{ createdAt: '2027-05-01T20:00:00.000Z', settledAt: '2027-05-01T20:01:00.000Z' },
};

async function open(changes: Partial<ListedPayment> = {}, title = 'The check bounced') {
  const onDone = vi.fn();
  renderApp(<BouncePayment payment={{ ...PAID, ...changes }} onDone={onDone} />);
  await userEvent.click(screen.getByRole('button', { name: new RegExp(title) }));
  return { dialog: within(screen.getByRole('dialog', { name: title })), onDone };
}

function listen() {
  const sent: unknown[] = [];
  answer('POST /payments/:paymentId/bounce', ({ params, body }) => {
    sent.push(params, body);
    return { status: true };
  });
  return sent;
}

// Rules: R341.
test('a check bounced: its seats are reserved again until a day', async () => {
  const sent = listen();
  const { dialog, onDone } = await open();
  expect(dialog.getByText('Mia, Sailing')).toBeVisible();
  expect(dialog.getByText(/\$249 USD counts as not received/)).toBeVisible();
  const button = dialog.getByRole('button', { name: 'Yes, it bounced' });
  await userEvent.click(button);
  expect(await dialog.findByText('Say what the bank said.')).toBeVisible();
  expect(dialog.getByLabelText('What did the bank say?')).toHaveFocus();
  expect(sent).toEqual([]);
  await userEvent.type(dialog.getByLabelText('What did the bank say?'), 'No funds');
  const until = dialog.getByLabelText('Reserved until');
  await userEvent.clear(until);
  await userEvent.type(until, '2032-07-01');
  await userEvent.click(button);

  await findDialog('Recorded. ada@x.test gets an email');
  await userEvent.keyboard('{Escape}');
  expect(sent).toEqual([
    { paymentId: 'office_1' },
    { day: readToday(), note: 'No funds', until: '2032-07-01' },
  ]);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
});

test('or its seats end; a payment without seats asks nothing about them', async () => {
  const sent = listen();
  const { dialog } = await open({ method: 'bank transfer' }, 'The bank took it back');
  await userEvent.click(dialog.getByLabelText('End the seats'));
  expect(dialog.queryByLabelText('Reserved until')).toBeNull();
  expect(
    dialog.getByText('A seat that only this payment paid for ends, and others can take it.'),
  ).toBeVisible();
  await userEvent.type(dialog.getByLabelText('What did the bank say?'), 'Taken back');
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, it bounced' }));
  await findDialog(/^Recorded/);
  expect(sent[1]).toMatchObject({ until: null });
});

test('a payment whose seats are gone is only taken out of the books', async () => {
  const sent = listen();
  const { dialog } = await open({ items: [{ ...seat, state: 'canceled' }] });
  expect(dialog.queryByRole('radio')).toBeNull();
  await userEvent.type(dialog.getByLabelText('What did the bank say?'), 'No funds');
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, it bounced' }));
  await findDialog(/^Recorded/);
  expect(sent[1]).toMatchObject({ until: null });
});

test('what is wrong stands beside its field, and a refusal at the end', async () => {
  answer('POST /payments/:paymentId/bounce', () =>
    refuse('invalid_input', { fields: { 'body.day': 'The money came after this day.' } }),
  );
  const { dialog } = await open();
  await userEvent.type(dialog.getByLabelText('What did the bank say?'), 'No funds');
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, it bounced' }));
  expect(await dialog.findByText('The money came after this day.')).toBeVisible();
  answer('POST /payments/:paymentId/bounce', () => refuse('refund_waiting'));
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, it bounced' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('try again in a minute');
});

const REFUND: ListedPayment['refunds'][number] = {
  ...{ amount: 4_900, reason: 'by admin', state: 'failed', cartId: null, creditNote: null },
  ...{ createdAt: '2027-05-02T20:00:00.000Z', at: '2027-05-02T20:00:00.000Z' },
};

test('what had gone back is owed then, and what only waits to go back is not', async () => {
  const refunds = [REFUND, { ...REFUND, amount: 1_000, state: 'paid otherwise' as const }];
  const { dialog } = await open({ refunds });
  expect(dialog.getByText(/\$10 USD had gone back before. The family owes this/)).toBeVisible();
  expect(dialog.getByText(/\$49 USD waits to be given back, and is no longer owed/)).toBeVisible();
});

test.each([
  { method: 'cash' as const },
  { method: 'card' as const },
  { refunds: [{ ...REFUND, reason: 'payment bounced' as const }] },
])('nothing bounces of %o', (changes) => {
  renderApp(<BouncePayment payment={{ ...PAID, ...changes }} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('no email is promised to a family without an address', async () => {
  const { dialog } = await open({ email: NO_EMAIL });
  expect(dialog.getByText('The family has no email address, so please call them.')).toBeVisible();
  expect(dialog.queryByText(/gets an email/)).toBeNull();
});
