import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { BankTransfers } from './bank-transfers.tsx';
import { readText } from './read-text.ts';

const NORA = { _id: '1'.repeat(24), name: 'Nora Byron', email: 'nora@x.test' };

function buildTransfer(place: number, fields: Partial<BankTransfer>): BankTransfer {
  return {
    requestId: `00000000-0000-8000-8000-00000000000${place}`,
    ...{ day: '2027-03-04', amount: 8_000, text: `Line ${place}`, owed: 8_000 },
    ...{ state: 'unknown', family: null, seats: [] },
    ...fields,
  };
}

const seats = [{ cartId: 'e'.repeat(24), name: 'Mia', className: 'Sailing' }];
const matched = [1, 2].map((place) =>
  buildTransfer(place, { state: 'matched', family: NORA, seats }),
);

async function chooseFile(text = 'Date,Amount') {
  const file = new File([text], 'bank.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText('The bank’s file (CSV)'), file);
}

test('the office sees what each transfer pays for, leaves one out, and books the rest; then the file is read again', async () => {
  const sent: unknown[] = [];
  const files: unknown[] = [];
  answer('POST /bankFiles', ({ body }) => {
    files.push(body);
    return [
      ...matched,
      buildTransfer(3, { state: 'booked' }),
      buildTransfer(4, { state: 'other amount', family: NORA }),
      buildTransfer(5, {}),
    ];
  });
  answer('POST /families/:id/payments', ({ params, body }) => {
    sent.push({ ...params, ...(body as object) });
    return { status: true, transactionId: 'office_1' };
  });
  renderApp(<BankTransfers />);
  await chooseFile();

  expect(await screen.findByText('Ready to book : 2')).toBeVisible();
  const open = within(screen.getByRole('table', { name: 'Transfers to look at' }));
  expect(open.getByText(/has seats to pay for, but for \$80/)).toBeVisible();
  expect(open.getByText(/No reference that we know/)).toBeVisible();
  expect(screen.getByText('1 transfer is booked already.')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: /Line 2/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Book 1 ($80)' }));
  await expect.poll(() => files).toHaveLength(2);
  expect(sent).toEqual([
    {
      ...{ id: NORA._id, requestId: matched[0]?.requestId, amount: 8_000, day: '2027-03-04' },
      ...{ method: 'bank transfer', reference: 'Line 1', cartIds: [seats[0]?.cartId] },
    },
  ]);
});

test('a booking that fails is named, and a file that is none is explained', async () => {
  answer('POST /bankFiles', matched.slice(0, 1));
  answer('POST /families/:id/payments', () => refuse('seat_not_held'));
  renderApp(<BankTransfers />);
  await chooseFile();
  await userEvent.click(await screen.findByRole('button', { name: 'Book 1 ($80)' }));
  expect(await screen.findByText(/^Nora Byron: /)).toBeVisible();

  const message = 'This file cannot be read as CSV.';
  answer('POST /bankFiles', () => refuse('invalid_input', { fields: { 'body.csv': message } }));
  await chooseFile('x');
  expect(await screen.findByText(message)).toBeVisible();
});

test('older letters of Windows are read, too', async () => {
  const bytes = Uint8Array.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]);
  expect(await readText(new File([bytes], 'a.csv'))).toBe('Müller');
  expect(await readText(new File(['Müller'], 'a.csv'))).toBe('Müller');
});
