import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { RefundPolicy } from './refund-policy.tsx';
import { slowTest } from '../../../testing/slow-tests.ts';

const TERMS: RefundTerms = {
  version: 3,
  steps: [
    { daysBefore: 14, percent: 100, fee: 1_000 },
    { daysBefore: 3, percent: 50, fee: 500 },
  ],
};

function renderPolicy(terms = TERMS) {
  answer('GET /refundPolicy', terms);
  renderApp(<RefundPolicy />);
}

const findPeriod = async (number: number) =>
  within(await screen.findByRole('group', { name: `Period ${number}` }));

async function retype(field: HTMLElement, text: string) {
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}

// Rules: R157.
test('the periods are there, and what families read changes while the admin types', async () => {
  renderPolicy();
  const second = await findPeriod(2);
  expect(second.getByLabelText('Until … days before')).toHaveValue('3');
  const preview = within(screen.getByRole('region', { name: 'Families read' }));
  expect(preview.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'If you cancel up to 14 days before the class starts, you get all of your money back, minus a fee of $10 USD.',
    'After that, up to 3 days before the class starts, you get 50% of your money back, minus a fee of $5 USD.',
    'After that, there is no refund.',
  ]);

  await retype(second.getByLabelText('Money back (%)'), '25');
  expect(preview.getByText(/you get 25% of your money back/)).toBeVisible();
});

test('the example counts what comes back for a price and a first day', async () => {
  renderPolicy();
  const preview = within(await screen.findByRole('region', { name: 'Families read' }));

  await retype(preview.getByLabelText('Price paid (USD)'), '90');
  await retype(preview.getByLabelText('First day of the class'), '2027-07-20');

  const rows = preview.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    'Until Tue 6 July 2027Refund: $80 USDWe keep: $10 USD',
    'Until Sat 17 July 2027Refund: $40 USDWe keep: $50 USD',
    'After thatRefund: $0 USDWe keep: $90 USD',
  ]);
});

slowTest(
  'a period is added and removed, and the new policy is saved with the version that the admin saw',
  async () => {
    const sent: unknown[] = [];
    renderPolicy();
    answer('PUT /refundPolicy', ({ body }) => {
      sent.push(body);
      return { ...(body as RefundTerms), version: 4 };
    });

    await userEvent.click(await screen.findByRole('button', { name: 'Add a period' }));
    const third = await findPeriod(3);
    expect(third.getByLabelText('Until … days before')).toHaveFocus();
    await userEvent.type(third.getByLabelText('Until … days before'), '1');
    await userEvent.type(third.getByLabelText('Money back (%)'), '20');
    await retype(third.getByLabelText('Minus a fee (USD)'), '5.50');
    await userEvent.click(screen.getByRole('button', { name: 'Remove period 2' }));
    expect(screen.getByRole('button', { name: 'Add a period' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));

    await findDialog('The refund policy is saved');
    const [first] = TERMS.steps;
    expect(sent).toEqual([
      { version: 3, steps: [first, { daysBefore: 1, percent: 20, fee: 550 }] },
    ]);
  },
);

test('a later period can neither begin earlier nor give back more; nothing is sent', async () => {
  renderPolicy();
  const second = await findPeriod(2);
  await retype(second.getByLabelText('Until … days before'), '14');
  await retype(second.getByLabelText('Money back (%)'), '101');
  await retype(second.getByLabelText('Minus a fee (USD)'), 'ten');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await second.findByText(/Must be fewer than 14/)).toBeVisible();
  expect(second.getByText('Please enter 1 to 100')).toBeVisible();
  expect(second.getByText('Please enter an amount such as 10 or 9.50')).toBeVisible();
  expect(second.getByLabelText('Until … days before')).toHaveFocus();
});

test('a fee with which a later period gives back more is refused; nothing is sent', async () => {
  renderPolicy();
  const second = await findPeriod(2);
  await retype(second.getByLabelText('Minus a fee (USD)'), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(
    await second.findByText(
      /can’t give back more, not even of a cheap class\. The fee must be at least /,
    ),
  ).toBeVisible();
  expect(second.getByLabelText('Minus a fee (USD)')).toHaveFocus();
});

test('if somebody else has changed the policy, the admin loads theirs', async () => {
  renderPolicy();
  answer('PUT /refundPolicy', () => refuse('policy_changed'));

  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Somebody else has changed the refund policy/)).toBeVisible();

  answer('GET /refundPolicy', { version: 4, steps: [{ daysBefore: 7, percent: 90, fee: 0 }] });
  await userEvent.click(screen.getByRole('button', { name: 'Load the current policy' }));
  const first = await findPeriod(1);
  await waitFor(() => expect(first.getByLabelText('Until … days before')).toHaveValue('7'));
});

test('without periods, nothing comes back, and the page says so', async () => {
  renderPolicy({ version: 1, steps: [] });
  expect(
    await screen.findByText('There are no periods. Families who cancel get no money back.'),
  ).toBeVisible();
  expect(screen.getByText('If you cancel, there is no refund.')).toBeVisible();
});
