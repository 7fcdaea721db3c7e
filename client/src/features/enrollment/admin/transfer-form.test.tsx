import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import type { Family } from '@speakifyr/contract/families.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { BookTransfer } from './book-transfer.tsx';
import { account, held } from './family-account.testing.ts';

/** A transfer of $300 on the page of a family, with the dialog that shares it. */
async function shareTransfer(
  family: Pick<Family, 'account' | 'held' | 'enrolled'>,
  sent: Record<string, unknown>[],
  named: Partial<BankTransfer> = {
    family: { _id: family.account._id, name: 'Nora Byron', email: 'nora@x.test' },
  },
) {
  answer('POST /families/:id/payments', ({ body }) => {
    sent.push(body as Record<string, unknown>);
    return { status: true, transactionId: 'office_1' };
  });
  answer('GET /bankTransfers', [
    {
      ...{ requestId: TRANSFER, day: '2027-03-04', amount: 30_000, text: 'Grandma', owed: 0 },
      ...{ state: 'unknown' as const, family: null, seats: [] },
      ...named,
    },
  ]);
  renderApp(<BookTransfer family={family} requestId={TRANSFER} />);
  expect(await screen.findByText(/by bank transfer on Thu 4 March 2027: Grandma/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Share and record' }));
  return within(screen.getByRole('dialog', { name: 'How are the $300 USD shared?' }));
}
const TRANSFER = '00000000-0000-8000-8000-000000000001';
const booking = {
  ...{ requestId: TRANSFER, method: 'bank transfer', day: '2027-03-04', reference: 'Grandma' },
};
const active = { ...account, status: 'active' as const };

// Rules: R578, R597.
test('a transfer of the bank is shared over seats, and what they leave over stays as credit', async () => {
  const sent: Record<string, unknown>[] = [];
  const seats = [held('5'.repeat(24), 24_900), held('6'.repeat(24), 10_000)];
  const dialog = await shareTransfer({ account: active, held: seats, enrolled: [] }, sent);
  const [first, second] = dialog.getAllByLabelText(/Sailing/);
  const credit = dialog.getByLabelText(/^Kept as the family’s credit/);
  // Together they cost more than has come, so the office chooses.
  expect([first, second, credit].map((field) => (field as HTMLInputElement).value)).toEqual([
    '',
    '',
    '300',
  ]);
  await userEvent.type(first!, '249');
  expect(credit).toHaveValue('51');
  expect(dialog.getByText('All of the $300 USD is booked for this family.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  await findDialog('Recorded and enrolled');
  expect(sent).toEqual([
    {
      ...{ ...booking, amount: 30_000, isRestCredit: true },
      ...{ cartIds: ['5'.repeat(24)], shares: [24_900] },
    },
  ]);
});

// Rules: R597.
test('a part of a transfer is left for another family, and less than a seat costs is a deposit', async () => {
  const sent: Record<string, unknown>[] = [];
  const seats = [held('5'.repeat(24), 24_900), held('6'.repeat(24), 10_000)];
  const dialog = await shareTransfer({ account: active, held: seats, enrolled: [] }, sent);
  const [first, second] = dialog.getAllByLabelText(/Sailing/);
  const credit = dialog.getByLabelText(/^Kept as the family’s credit/);
  await userEvent.type(first!, '300.01');
  await userEvent.type(second!, '3O');
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  expect(await dialog.findByText('At most $300 USD.')).toBeVisible();
  expect(dialog.getByText('Enter an amount such as 89.50.')).toBeVisible();
  await userEvent.clear(first!);
  await userEvent.type(first!, '249');
  await userEvent.clear(second!);
  await userEvent.type(second!, '30');
  // With a deposit, nothing is credit.
  expect(credit).toHaveValue('');
  expect(
    dialog.getByText(
      '$21 USD of $300 USD stays on the list of bank transfers, for another family.',
    ),
  ).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Part 1 is due'), '2027-06-01');
  expect(dialog.getByText('It takes the rest: $70 USD.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  await findDialog('Recorded and enrolled');
  expect(sent).toEqual([
    {
      ...{ ...booking, amount: 27_900, isPart: true, plan: [{ due: '2027-06-01' }] },
      ...{ cartIds: ['5'.repeat(24), '6'.repeat(24)], shares: [24_900, 3_000] },
    },
  ]);
});

// Rules: R597.
test.each<[string, Partial<BankTransfer>, RegExp]>([
  ['a text that names nobody', {}, /^The text does not name this family: nothing is kept/],
  [
    'what is left of a shared transfer',
    { family: { _id: active._id, name: 'Nora', email: 'nora@x.test' }, of: 40_000 },
    /^The rest may be another family’s: nothing is kept/,
  ],
])(
  'with %s, nothing becomes credit unless it is typed, and 0 is no seat',
  async (_w, named, hint) => {
    const sent: Record<string, unknown>[] = [];
    const seats = [held('5'.repeat(24), 10_000), held('6'.repeat(24), 24_900)];
    const dialog = await shareTransfer({ account: active, held: seats, enrolled: [] }, sent, named);
    const [first, second] = dialog.getAllByLabelText(/Sailing/);
    expect(dialog.getByLabelText(/^Kept as the family’s credit/)).toHaveValue('');
    expect(dialog.getByText(hint)).toBeVisible();
    await userEvent.type(second!, '0');
    await userEvent.click(dialog.getByRole('button', { name: 'Record' }));
    expect(await dialog.findByText('Type an amount.')).toBeVisible();
    await userEvent.type(first!, '100');
    expect(dialog.getByText(/^\$200 USD of \$300 USD stays on the list/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
    await findDialog('Recorded and enrolled');
    expect(sent).toEqual([
      { ...booking, amount: 10_000, isPart: true, cartIds: ['5'.repeat(24)], shares: [10_000] },
    ]);
  },
);

// Rules: R597.
test('a seat that costs more without the others is paid in full or by a deposit, as the server says', async () => {
  const sent: Record<string, unknown>[] = [];
  const seats = [held('5'.repeat(24), 9_000), held('6'.repeat(24), 24_900)];
  const family = { account: active, held: seats, enrolled: [] };
  const dialog = await shareTransfer(family, sent, {});
  const [first] = dialog.getAllByLabelText(/Sailing/);
  expect(
    dialog.getByText('The seat costs $90 USD, if all reserved ones are paid now.'),
  ).toBeVisible();
  const said = 'A seat costs $100. Say when the rest of it is due.';
  answer('POST /families/:id/payments', ({ body }) => {
    sent.push(body as Record<string, unknown>);
    const isFine = (body as { plan?: unknown; amount: number }).plan ?? sent.length > 2;
    return isFine
      ? { status: true, transactionId: 'office_1' }
      : refuse('invalid_input', { fields: { 'body.shares': said } });
  });
  const recordIt = () => userEvent.click(dialog.getByRole('button', { name: 'Record and enroll' }));
  await userEvent.type(first!, '90');
  await recordIt();
  expect(await dialog.findByText(said)).toBeVisible();
  // More than the page says is the server's to judge.
  await userEvent.type(first!, '{Backspace}{Backspace}100');
  await recordIt();
  await waitFor(() => expect(sent[1]).toMatchObject({ shares: [10_000] }));
  await userEvent.type(first!, '{Backspace}{Backspace}{Backspace}90');
  await userEvent.click(dialog.getByRole('checkbox', { name: /^This is a deposit/ }));
  expect(dialog.getByText('It takes the rest.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Part 1 is due'), '2027-06-01');
  await recordIt();
  await findDialog('Recorded and enrolled');
  expect(sent[2]).toMatchObject({ shares: [9_000], plan: [{ due: '2027-06-01' }] });
});

test('a transfer that somebody else has booked says so', async () => {
  answer('GET /bankTransfers', []);
  renderApp(<BookTransfer family={{ account, held: [], enrolled: [] }} requestId="x" />);
  expect(await screen.findByText(/is booked, or no longer on the list/)).toBeVisible();
});
