import type { BankFile, BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { BankTransfers } from './bank-transfers.tsx';
import { readText } from '../../../lib/read-text.ts';

const NORA = { _id: '1'.repeat(24), name: 'Nora Byron', email: 'nora@x.test' };

function buildTransfer(place: number, fields: Partial<BankTransfer>): BankTransfer {
  return {
    requestId: `00000000-0000-8000-8000-00000000000${place}`,
    ...{ day: '2027-03-04', amount: 8_000, text: `Line ${place}`, owed: 8_000 },
    ...{ state: 'unknown', family: null, seats: [] },
    ...fields,
  };
}

function buildFile(transfers: BankTransfer[], more: Partial<BankFile> = {}): BankFile {
  return { format: 'CSV', columns: [], questions: [], leftOut: [], transfers, ...more };
}

const seats = [{ cartId: 'e'.repeat(24), name: 'Mia', className: 'Sailing' }];
const matched = [1, 2].map((place) =>
  buildTransfer(place, { state: 'matched', family: NORA, seats }),
);

async function chooseFile(text = 'Date,Amount') {
  const file = new File([text], 'bank.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText('The bank’s file'), file);
}

// Rules: R323, R554, R579.
test('the office looks at a file, puts it on the list, leaves one transfer out, and books the rest', async () => {
  const sent: unknown[] = [];
  const files: unknown[] = [];
  let list: BankTransfer[] = [];
  const transfers = [
    ...matched,
    buildTransfer(3, { state: 'booked' }),
    buildTransfer(4, { state: 'other amount', family: NORA }),
    buildTransfer(5, {}),
  ];
  answer('GET /bankTransfers', () => list);
  answer('POST /bankFiles', ({ body }) => {
    files.push(body);
    if ('isKept' in (body as object)) list = transfers.filter(({ state }) => state !== 'booked');
    return buildFile(transfers);
  });
  answer('POST /families/:id/payments', ({ params, body }) => {
    sent.push({ ...params, ...(body as object) });
    list = list.filter(({ requestId }) => requestId !== (body as BankTransfer).requestId);
    return { status: true, transactionId: 'office_1' };
  });
  renderApp(<BankTransfers />);
  expect(await screen.findByText('No transfer waits to be booked.')).toBeVisible();
  await chooseFile();

  const inFile = within(await screen.findByRole('table', { name: 'Transfers of the file' }));
  expect(inFile.getAllByText('From Nora Byron, for Mia in Sailing.')).toHaveLength(2);
  expect(screen.getByText('1 transfer is booked already.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Put 4 on the list' }));

  expect(await screen.findByText('4 transfers are on the list below.')).toBeVisible();
  expect(await screen.findByText('Ready to book : 2')).toBeVisible();
  const open = within(screen.getByRole('table', { name: 'Transfers to look at' }));
  expect(open.getByText(/has seats to pay for, but for \$80/)).toBeVisible();
  expect(open.getByText(/No reference that we know/)).toBeVisible();
  expect(open.getByRole('link', { name: 'Book for Nora Byron' })).toHaveAttribute(
    'href',
    `/dashboard/families/${NORA._id}?transfer=${transfers[3]?.requestId}`,
  );
  await userEvent.click(screen.getByRole('checkbox', { name: /Line 2/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Book 1 ($80)' }));
  expect(await screen.findByText('Ready to book : 1')).toBeVisible();
  expect(files).toEqual([
    { csv: 'Date,Amount', dateOrder: 'auto' },
    { csv: 'Date,Amount', dateOrder: 'auto', isKept: true },
  ]);
  expect(sent).toEqual([
    {
      ...{ id: NORA._id, requestId: matched[0]?.requestId, amount: 8_000, day: '2027-03-04' },
      ...{ method: 'bank transfer', reference: 'Line 1', cartIds: [seats[0]?.cartId] },
    },
  ]);
});

// Rules: R597.
test('what is left of a shared transfer names the family of its text, but not as its own', async () => {
  answer('GET /bankTransfers', [
    buildTransfer(1, { state: 'other amount', family: NORA, of: 20_000 }),
  ]);
  renderApp(<BankTransfers />);
  expect(
    await screen.findByText('Its text names Nora Byron. The rest may be another family’s.'),
  ).toBeVisible();
});

test('a booking that fails is named, and a file that is none is explained', async () => {
  answer('GET /bankTransfers', matched.slice(0, 1));
  answer('POST /families/:id/payments', () => refuse('seat_not_held'));
  renderApp(<BankTransfers />);
  await userEvent.click(await screen.findByRole('button', { name: 'Book 1 ($80)' }));
  expect(await screen.findByText(/^Nora Byron: /)).toBeVisible();

  const message = 'This file cannot be read as CSV.';
  answer('POST /bankFiles', () => refuse('invalid_input', { fields: { 'body.csv': message } }));
  await chooseFile('x');
  expect(await screen.findByText(message)).toBeVisible();
});

// Rules: R579.
test('a transfer without a family is brought to one by search, or set aside with a note and put back', async () => {
  const sent: unknown[] = [];
  const transfer = buildTransfer(5, {});
  let list = [transfer];
  answer('GET /bankTransfers', () => list);
  answer('GET /search', {
    ...{ parents: [{ ...NORA, isRemoved: false, children: [], phone: '' }] },
  } as never);
  answer('POST /bankTransfers/:id', ({ body }) => {
    sent.push(body);
    const { note } = body as { note: string };
    list = [note ? { ...transfer, state: 'set aside', note } : transfer];
    return { status: true };
  });
  renderApp(<BankTransfers />);
  await userEvent.click(await screen.findByRole('button', { name: 'Find the family' }));
  await userEvent.type(screen.getByLabelText('The family'), 'nora');
  expect(await screen.findByRole('link', { name: 'Nora Byron' })).toHaveAttribute(
    'href',
    `/dashboard/families/${NORA._id}?transfer=${transfer.requestId}`,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));

  await userEvent.click(screen.getByRole('button', { name: 'No family’s' }));
  await userEvent.click(screen.getByRole('button', { name: 'Set aside' }));
  expect(await screen.findByText('Say what it is.')).toBeVisible();
  await userEvent.type(screen.getByLabelText('What is it?'), 'A grant');
  await userEvent.click(screen.getByRole('button', { name: 'Set aside' }));
  await findDialog('The transfer is set aside');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByText('1 transfer is set aside'));
  expect(screen.getByText('Set aside: A grant')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Put it back' }));
  expect(await screen.findByRole('button', { name: 'Find the family' })).toBeVisible();
  expect(sent).toEqual([{ note: 'A grant' }, { note: '' }]);
});

test('what was left out is counted, each line with its reason', async () => {
  answer('GET /bankTransfers', []);
  answer('POST /bankFiles', () =>
    buildFile([], {
      leftOut: [
        { line: 2, state: 'out', reason: 'The money went out.', text: 'Power' },
        { line: 3, state: 'pending', reason: 'The bank says “REVERTED”.', text: 'Nora' },
      ],
    }),
  );
  renderApp(<BankTransfers />);
  await chooseFile();

  expect(await screen.findByText('2 of 2 lines can’t be booked.')).toBeVisible();
  const rows = within(screen.getByRole('table', { name: 'Lines that are left out' }));
  expect(rows.getByText('The bank says “REVERTED”.')).toBeVisible();
  expect(screen.getByText('1 line went out or came back')).toBeVisible();
  expect(screen.getByText('No line of this file is money that arrived.')).toBeVisible();
});

test('the office says what a column is, and the next file with these columns is read so', async () => {
  answer('GET /bankTransfers', []);
  const sent: unknown[] = [];
  const columns: BankFile['columns'] = [
    { name: 'When', role: 'day' },
    { name: 'How much', role: 'other' },
  ];
  answer('POST /bankFiles', ({ body }) => {
    const { roles } = body as { roles?: BankFile['columns'][number]['role'][] };
    sent.push(roles);
    return buildFile([], {
      columns: columns.map(({ name, role }, place) => ({ name, role: roles?.[place] ?? role })),
      questions: roles ? [] : ['No column is read as the amount. Say which one it is.'],
    });
  });
  const page = renderApp(<BankTransfers />);
  await chooseFile();
  expect(await screen.findByText(/No column is read as the amount/)).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('How much'), 'Amount');
  expect(await screen.findByText('Read as CSV. Day: “When”, Amount: “How much”.')).toBeVisible();
  expect(sent).toEqual([undefined, ['day', 'amount']]);
  page.unmount();

  renderApp(<BankTransfers />);
  await chooseFile();
  expect(await screen.findByText('Read as CSV. Day: “When”, Amount: “How much”.')).toBeVisible();
  await userEvent.click(screen.getByText('Change what a column is'));
  await userEvent.click(screen.getByRole('button', { name: /by their names again/ }));
  expect(await screen.findByText(/No column is read as the amount/)).toBeVisible();
});

/** A text in UTF-16, as Windows programs save it. */
function toUtf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [place, letter] of [...text].entries())
    view.setUint16(place * 2, letter.charCodeAt(0), isLittle);
  return bytes;
}

test.each([
  ['UTF-8', 'Müller', 'Müller'],
  ['UTF-8 with its mark', '\uFEFFMüller', 'Müller'],
  ['the older letters of Windows', Uint8Array.from([0x4d, 0xfc, 0x6c]), 'Mül'],
  ['UTF-16', toUtf16('\uFEFFMüller', true), 'Müller'],
  ['UTF-16 with the bytes the other way around', toUtf16('\uFEFFMüller', false), 'Müller'],
  ['UTF-16 without its mark', toUtf16('Müller', true), 'Müller'],
  [
    'what the XML names',
    Uint8Array.from('<?xml version="1.0" encoding="ISO-8859-2"?>\xB1', (one) => one.charCodeAt(0)),
    '<?xml version="1.0" encoding="ISO-8859-2"?>ą',
  ],
])('a file in %s is read', async (_encoding, content, text) => {
  expect(await readText(new File([content], 'a.csv'))).toBe(text);
});
