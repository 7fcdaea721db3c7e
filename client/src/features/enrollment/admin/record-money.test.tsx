import type { Family } from '@speakifyr/contract/families.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { readToday } from '../../../lib/format.ts';
import { buildEnrolledPerson } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { account, held } from './family-account.testing.ts';
import { RecordMoney } from './record-money.tsx';

test('money that came in enrolls the chosen seats; the same request is sent again after a failure', async () => {
  const sent: Record<string, unknown>[] = [];
  const seats = [held('5'.repeat(24), 24_900), held('6'.repeat(24), 5_000)];
  const theirs = held('7'.repeat(24), 1_000, 'b'.repeat(24));
  const onDone = vi.fn();
  let isDown = true;
  answer('POST /families/:id/payments', ({ body }) => {
    sent.push(body as Record<string, unknown>);
    if (isDown) return refuse('unavailable');
    return { status: true, transactionId: 'office_1' };
  });
  renderApp(
    <RecordMoney
      family={{ account, held: [...seats, theirs], enrolled: [] }}
      person={seats[0]!.person}
      onDone={onDone}
    />,
  );

  await userEvent.click(screen.getByRole('button', { name: /^Record money/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Record money that came in' }));
  // The other guardian's seat is not among them.
  expect(dialog.getAllByRole('checkbox')).toHaveLength(3);
  expect(dialog.getByLabelText(/^This is a deposit/)).not.toBeChecked();
  expect(dialog.getByLabelText(/^Amount/)).toHaveValue('249');
  await userEvent.click(dialog.getByLabelText(/\$50 USD/));
  expect(dialog.getByLabelText(/^Amount/)).toHaveValue('299');
  await userEvent.selectOptions(dialog.getByLabelText('How was it paid?'), 'Check');
  await userEvent.type(dialog.getByLabelText('Reference'), 'No. 17');
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  isDown = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));

  await findDialog('Recorded and enrolled');
  await userEvent.keyboard('{Escape}');
  expect(sent[1]).toEqual({
    ...{ requestId: sent[0]?.['requestId'], method: 'cheque', amount: 29_900, day: readToday() },
    ...{ cartIds: ['5'.repeat(24), '6'.repeat(24)], reference: 'No. 17' },
  });
  await waitFor(() => expect(onDone).toHaveBeenCalled());
});

test('a deposit has a plan for the rest, and what is owed is recorded for an enrolled seat', async () => {
  const sent: Record<string, unknown>[] = [];
  answer('POST /families/:id/payments', ({ body }) => {
    sent.push(body as Record<string, unknown>);
    return { status: true, transactionId: 'office_1' };
  });
  const seat = held('5'.repeat(24), 10_000);
  const owed = {
    campClass: { name: 'Judo' } as Family['enrolled'][number]['campClass'],
    person: buildEnrolledPerson({
      ...{ cartId: '6'.repeat(24), name: 'Ben', email: account.email },
      owed: [{ due: '2027-07-01', amount: 7_000 }],
    }),
  };
  const family = { account, held: [seat], enrolled: [owed] };
  const { unmount } = renderApp(
    <RecordMoney family={family} person={seat.person} onDone={vi.fn()} />,
  );
  await userEvent.click(screen.getByRole('button', { name: /^Record money/ }));
  let dialog = within(screen.getByRole('dialog'));
  const amount = dialog.getByLabelText(/^Amount \(/);
  await userEvent.clear(amount);
  await userEvent.type(amount, '30');
  await userEvent.click(dialog.getByLabelText(/^This is a deposit/));
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  expect(await dialog.findByText('Please choose a day.')).toBeVisible();
  expect(dialog.getByLabelText('Part 1 is due')).toHaveFocus();
  await userEvent.click(dialog.getByRole('button', { name: 'Add a part' }));
  await userEvent.type(dialog.getByLabelText('Part 1 is due'), '2027-06-01');
  await userEvent.type(dialog.getByLabelText(/^Amount of part 1/), '20');
  await userEvent.type(dialog.getByLabelText('Part 2 is due'), '2027-07-01');
  expect(dialog.getByText('It takes the rest: $50 USD.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  await findDialog('Recorded and enrolled');
  expect(sent[0]).toMatchObject({
    ...{ amount: 3_000, cartIds: ['5'.repeat(24)] },
    plan: [{ due: '2027-06-01', amount: 2_000 }, { due: '2027-07-01' }],
  });
  unmount();

  renderApp(<RecordMoney family={family} person={owed.person} onDone={vi.fn()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Record money for the seat of Ben' }));
  dialog = within(screen.getByRole('dialog', { name: 'Record money that came in' }));
  expect(dialog.getByLabelText(/^Amount/)).toHaveValue('70');
  expect(dialog.queryByLabelText(/^This is a deposit/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Record' }));
  await findDialog('Recorded');
  expect(sent[1]).toMatchObject({ amount: 7_000, cartIds: ['6'.repeat(24)] });
  expect(sent[1]).not.toHaveProperty('plan');
});

test('the family’s credit pays for a seat: there is no day, no reference and no deposit to fill in', async () => {
  const sent: Record<string, unknown>[] = [];
  answer('GET /families/:id/credit', {
    ...{ currency: 'USD', available: 12_000, refundable: 12_000, lines: [] },
  });
  answer('POST /families/:id/payments', ({ body }) => {
    sent.push(body as Record<string, unknown>);
    return { status: true, transactionId: 'credit_1' };
  });
  const seat = held('5'.repeat(24), 10_000);
  const family = {
    ...{ account: { ...account, status: 'active' as const }, held: [seat], enrolled: [] },
  };
  renderApp(<RecordMoney family={family} person={seat.person} onDone={vi.fn()} />);
  await userEvent.click(screen.getByRole('button', { name: /^Record money/ }));
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByRole('option', { name: 'The family’s credit: $120 USD' });
  await userEvent.selectOptions(dialog.getByLabelText('How was it paid?'), 'credit');
  for (const label of ['When was it received?', 'Reference', /^This is a deposit/])
    expect(dialog.queryByLabelText(label)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  await findDialog('Recorded and enrolled');
  expect(sent[0]).toMatchObject({
    method: 'credit',
    amount: 10_000,
    cartIds: [seat.person.cartId],
  });
});

test('a part may be due so many days before the first class, and the day shows before it is recorded', async () => {
  let sent: unknown;
  answer('POST /families/:id/payments', ({ body }) => {
    sent = body;
    return { status: true, transactionId: 'office_1' };
  });
  const [first, second] = ['2032-07-20', '2032-07-10'].map((camp_start, place) => {
    const one = held(`${5 + place}`.repeat(24), 10_000);
    return { ...one, campClass: { ...one.campClass, camp_start } };
  });
  const family = { account, held: [first!, second!], enrolled: [] };
  renderApp(<RecordMoney family={family} person={first!.person} onDone={vi.fn()} />);
  const [open] = screen.getAllByRole('button', { name: /^Record money/ });
  await userEvent.click(open!);
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.clear(dialog.getByLabelText(/^Amount \(/));
  await userEvent.type(dialog.getByLabelText(/^Amount \(/), '30');
  await userEvent.click(dialog.getByLabelText(/^This is a deposit/));
  const days = dialog.getByLabelText('Or days before the start (part 1)');
  const due = dialog.getByLabelText('Part 1 is due');
  await userEvent.type(days, '14');
  expect(due).toHaveValue('2032-07-06');
  await userEvent.click(dialog.getAllByLabelText(/Sailing/)[1]!);
  expect(due).toHaveValue('2032-06-26');
  await userEvent.clear(due);
  await userEvent.type(due, '2032-06-01');
  expect(days).toHaveValue(null);
  await userEvent.type(days, '30');
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  await findDialog('Recorded and enrolled');
  expect(sent).toMatchObject({ amount: 3_000, plan: [{ due: '2032-06-10' }] });
});
