import { LABELS } from '@speakifyr/contract/labels.ts';
import type { RefundReason, RefundState } from '@speakifyr/contract/money-states.ts';
import type { Receipt } from '@speakifyr/contract/refunds.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { paths } from '../../lib/paths.ts';
import { ReceiptPage } from './receipt-page.tsx';

const SAILING = '1'.repeat(24);
const receipt: Receipt = {
  number: 'R-000123',
  received: null,
  paymentId: 'pi_123',
  issuedAt: '2026-06-03T08:00:00.000Z',
  seller: {
    name: 'Lake Camps Ltd',
    address: '1 Lake Road, Dhaka 1000, Bangladesh',
    email: 'hello@speakifyr.test',
    phone: '+880 1711',
  },
  payer: { name: 'Nora Feldsee', email: 'nora@speakifyr.test' },
  items: [
    {
      cartId: SAILING,
      className: 'Sailing',
      camp_start: '2026-08-02',
      camp_end: '2026-08-06',
      student_name: 'Mia',
      amount: 8950,
      state: 'enrolled',
      owed: [],
    },
    {
      cartId: '2'.repeat(24),
      className: 'Guitar',
      camp_start: '2026-08-09',
      camp_end: '2026-08-13',
      student_name: 'Leo',
      amount: 4900,
      state: 'refunded',
      owed: [],
    },
  ],
  ...{ currency: 'EUR', method: 'card' },
  amount: 13_850,
  refunds: [],
  kept: 13_850,
};

function renderPage(user = student) {
  renderApp(
    <Routes>
      <Route path={paths.receipt} element={<ReceiptPage />} />
    </Routes>,
    { at: '/dashboard/receipts/pi_123', user },
  );
}

const readRows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map(({ textContent }) => textContent);

test('a receipt names seller, payer, every class with who it is for, and the sum in its own currency', async () => {
  answer('GET /receipts/:paymentId', receipt);
  renderPage();

  const paper = await screen.findByRole('article', { name: 'Receipt R-000123' });
  expect(paper).toHaveTextContent('R-0001233 June 2026');
  expect(paper).toHaveTextContent('Sold byLake Camps Ltd1 Lake Road, Dhaka 1000, Bangladesh');
  expect(paper).toHaveTextContent('Paid byNora Feldseenora@speakifyr.test');
  expect(readRows(screen.getByRole('table', { name: 'What was paid for' }))).toEqual([
    'ClassAmount',
    'SailingFor Mia, Sun 2 – Thu 6 August 2026€89.50 EUR',
    'GuitarFor Leo, Sun 9 – Thu 13 August 2026The money goes back€49 EUR',
    'Paid by card€138.50 EUR',
  ]);
  expect(screen.queryByRole('table', { name: 'Refunds' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Enrolled Course' })).toHaveAttribute(
    'href',
    '/dashboard/enroll',
  );
});

test.each<[RefundState, string]>([
  ['decided', 'On its way'],
  ['sent', 'On its way'],
  ['pending', 'On its way'],
  ['succeeded', 'Refunded'],
  ['failed', 'Not back yet: we’ll be in touch'],
])('a refund that is %s reads “%s”, and the receipt says what is left', async (state, words) => {
  const refund = {
    amount: 4900,
    reason: 'no seat' as const,
    state,
    createdAt: '2026-06-04T08:00:00.000Z',
    at: '2026-06-04T08:00:00.000Z',
    cartId: '2'.repeat(24),
    creditNote: null,
  };
  answer('GET /receipts/:paymentId', { ...receipt, refunds: [refund], kept: 8950 });
  renderPage();

  expect(readRows(await screen.findByRole('table', { name: 'Refunds' }))).toEqual([
    `${words}There was no seat left, 4 June 2026 · Guitar, for Leo−€49 EUR`,
    'Total after refunds€89.50 EUR',
  ]);
});

const GUITAR = '2'.repeat(24);

test.each<[RefundReason, string | null, string]>([
  ['no seat', GUITAR, 'Not booked: the money goes back'],
  ['canceled by parent', GUITAR, 'Canceled'],
  ['dispute', null, 'Canceled'],
])(
  'a seat whose refund says “%s” (%s) reads “%s” on the receipt',
  async (reason, cartId, words) => {
    const refund = {
      ...{ amount: 4900, reason, state: 'succeeded' as const, creditNote: null },
      ...{ createdAt: '2026-06-04T08:00:00.000Z', at: '2026-06-04T08:00:00.000Z' },
      cartId,
    };
    answer('GET /receipts/:paymentId', { ...receipt, refunds: [refund], kept: 8950 });
    renderPage();

    const [, , guitar] = readRows(await screen.findByRole('table', { name: 'What was paid for' }));
    expect(guitar).toBe(`GuitarFor Leo, Sun 9 – Thu 13 August 2026${words}€49 EUR`);
  },
);

// Rules: R615.
test('a receipt names the tax that is in it, and the number of who sold', async () => {
  const taxes = [{ name: 'VAT', percent: 19, amount: 2_211, of: 13_850 }];
  const seller = { ...receipt.seller, taxNumber: 'DE 123' };
  answer('GET /receipts/:paymentId', { ...receipt, seller, taxes });
  renderPage();
  expect(await screen.findByText('Includes 19% VAT: €22.11 EUR')).toBeVisible();
  expect(screen.getByText('Without tax: €116.39 EUR')).toBeVisible();
  expect(screen.getByText(/^Tax number/)).toHaveTextContent('Tax number DE 123');
});

test('a receipt of a part says which one it is', async () => {
  const [sailing, guitar] = receipt.items;
  const items = [
    { ...sailing, parts: { first: 1, last: 1, of: 3 } },
    { ...guitar, parts: { first: 2, last: 3, of: 3 } },
  ] as Receipt['items'];
  answer('GET /receipts/:paymentId', { ...receipt, items });
  renderPage();

  expect(await screen.findByText('Part 1 of 3')).toBeVisible();
  expect(screen.getByText('Parts 2 and 3 of 3')).toBeVisible();
});

test('a refund leads to its credit note', async () => {
  const refund = {
    amount: 4900,
    reason: 'canceled by parent' as const,
    state: 'succeeded' as const,
    createdAt: '2026-06-04T08:00:00.000Z',
    at: '2026-06-04T08:00:00.000Z',
    cartId: '2'.repeat(24),
    creditNote: 7,
  };
  answer('GET /receipts/:paymentId', { ...receipt, refunds: [refund], kept: 8950 });
  renderPage();

  expect(await screen.findByRole('link', { name: 'Credit note C-000007' })).toHaveAttribute(
    'href',
    '/dashboard/creditNotes/7',
  );
});

test('a payment that bounced reads as not paid, never as refunded', async () => {
  const bounced = {
    ...{ amount: 13_850, reason: 'payment bounced' as const, state: 'succeeded' as const },
    ...{ createdAt: '2026-06-04T08:00:00.000Z', at: '2026-06-04T08:00:00.000Z' },
    ...{ cartId: null, creditNote: 7 },
  };
  answer('GET /receipts/:paymentId', { ...receipt, method: 'cheque', refunds: [bounced], kept: 0 });
  renderPage();

  const refunds = await screen.findByRole('table', { name: 'Refunds' });
  expect(refunds).toHaveTextContent('BouncedYour bank did not pay it');
  expect(refunds).not.toHaveTextContent('Refunded');
  expect(screen.getByRole('table', { name: 'What was paid for' })).toHaveTextContent('Bounced');
});

test('a receipt of what the office took says when, and its number', async () => {
  const received = { day: '2026-06-01', reference: 'B-17' };
  answer('GET /receipts/:paymentId', { ...receipt, method: 'cash', received });
  renderPage();
  expect(await screen.findByText('Paid in cash on 1 June 2026, B-17')).toBeVisible();
});

test('a receipt can be printed', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  answer('GET /receipts/:paymentId', receipt);
  renderPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('an admin comes back to the payment', async () => {
  answer('GET /receipts/:paymentId', receipt);
  renderPage({ ...student, role: 'admin' });
  expect(await screen.findByRole('link', { name: 'Payments' })).toHaveAttribute(
    'href',
    '/dashboard/payments?search=pi_123',
  );
});

test('a person who did not pay reads that there is no such receipt; a failed load can be tried again', async () => {
  answer('GET /receipts/:paymentId', () => refuse('internal'));
  renderPage();
  const retry = await screen.findByRole('button', { name: LABELS.retry });
  answer('GET /receipts/:paymentId', () => refuse('not_found'));
  await userEvent.click(retry);

  expect(await screen.findByText('There is no such receipt')).toBeVisible();
});

test('says what is owed for a seat on the day on which it is read, and nothing once all is paid', async () => {
  const [sailing, guitar] = receipt.items;
  const owed = [
    { due: '2020-06-01', amount: 2_000 },
    { due: '2099-07-01', amount: 5_000 },
  ];
  answer('GET /receipts/:paymentId', { ...receipt, items: [{ ...sailing!, owed }, guitar!] });
  renderPage();
  const table = await screen.findByRole('table', { name: /^Owed on \d/ });
  expect(readRows(table)).toEqual([
    'Was due 1 June 2020Sailing, for Mia€20 EUR',
    'Due 1 July 2099Sailing, for Mia€50 EUR',
    'Owed€70 EUR',
  ]);
});
