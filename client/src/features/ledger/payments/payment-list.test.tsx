import type { ListedPayment, Movement } from '@speakifyr/contract/office.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { location, renderApp } from '../../../testing/render.tsx';
import { answer, breakConnection, pageOf } from '../../../testing/server.ts';
import { watchDownload } from '../../../testing/watch-download.ts';
import { PaymentList } from './payment-list.tsx';
import { listMovementRows } from './payments-file.ts';

const ada: ListedPayment = {
  _id: 'pi_ada',
  name: 'Ada Byron',
  email: 'ada@speakifyr.test',
  items: [
    {
      cartId: 'd'.repeat(24),
      classId: 'c'.repeat(24),
      className: 'Sailing on the Lake',
      childId: null,
      student_name: 'Ada Byron',
      amount: 8_950,
      state: 'enrolled',
    },
  ],
  amount: 8_950,
  kept: 8_950,
  movements: [
    { kind: 'begun', at: '2027-05-01T20:00:00.000Z', day: '2027-05-02', amount: 0, reason: null },
    {
      kind: 'paid',
      at: '2027-05-01T20:01:00.000Z',
      day: '2027-05-02',
      amount: 8_950,
      reason: null,
    },
  ],
  refunds: [],
  dispute: null,
  ...{ hasReceipt: true, method: 'card', received: null },
  currency: 'USD',
  state: 'enrolled',
  createdAt: '2027-05-01T20:00:00.000Z',
  settledAt: '2027-05-01T20:01:00.000Z',
};

const NONE = { count: 0, amount: 0 };
const NO_MONEY = {
  ...{ paid: NONE, refunded: NONE, cameBack: NONE, credit: 0 },
  ...{ open: NONE, neverPaid: NONE },
};

function renderPayments({ at = '/dashboard/payments' } = {}) {
  const asked: { list: Record<string, string>[]; totals: Record<string, string>[] } = {
    list: [],
    totals: [],
  };
  answer('GET /payments', ({ query }) => {
    asked.list.push(query);
    return pageOf([ada], 1);
  });
  answer('GET /paymentTotals', ({ query }) => {
    asked.totals.push(query);
    return [
      {
        currency: 'USD',
        paid: { count: 3, amount: 20_050 },
        refunded: { count: 2, amount: 5_025 },
        cameBack: { count: 1, amount: 25 },
        credit: 0,
        kept: 15_050,
        open: { count: 0, amount: 0 },
        neverPaid: { count: 7, amount: 900_000 },
      },
      { ...NO_MONEY, currency: 'EUR', paid: { count: 1, amount: 1_000 }, kept: 1_000 },
    ];
  });
  renderApp(<PaymentList renderActions={() => null} />, { at });
  return asked;
}

// Rules: R72, R200, R548.
test('a payment says whose it is, what for, how much and what became of it', async () => {
  renderPayments();

  const row = within(await screen.findByRole('row', { name: /Ada Byron/ }));
  expect(row.getByRole('cell', { name: 'Sun 2 May 2027 2:00 AM Dhaka time' })).toBeVisible();
  expect(row.getByText('$89.50 USD')).toBeVisible();
  expect(row.getByText('Paid')).toBeVisible();
  expect(row.getByText('pi_ada')).toBeVisible();
  // Only said if something went back: all of it is kept.
  expect(row.queryByText(/^Kept/)).not.toBeInTheDocument();
  expect(row.getByRole('link', { name: 'Sailing on the Lake' })).toHaveAttribute(
    'href',
    `/dashboard/classes/${'c'.repeat(24)}`,
  );
});

test('a payment for several children lists their seats, its refunds and what the school keeps', async () => {
  const [item] = ada.items as [(typeof ada.items)[number]];
  const mias = { ...item, childId: 'b'.repeat(24), student_name: 'Mia' };
  const family: ListedPayment = {
    ...ada,
    items: [
      mias,
      { ...mias, cartId: 'e'.repeat(24), student_name: 'Tom', amount: 8_000, state: 'refunded' },
    ],
    amount: 16_950,
    kept: 8_950,
    refunds: [
      {
        amount: 8_000,
        reason: 'no seat',
        state: 'failed',
        createdAt: ada.createdAt,
        at: '2027-05-09T10:00:00.000Z',
        cartId: 'e'.repeat(24),
        creditNote: null,
      },
    ],
  };
  renderPayments();
  answer('GET /payments', () => pageOf([family], 1));

  const row = within(await screen.findByRole('row', { name: /Ada Byron/ }));
  const seats = row.getAllByRole('listitem').map((seat) => seat.textContent);
  expect(seats).toEqual([
    'Mia: Sailing on the Lake$89.50 USD',
    'Tom: Sailing on the Lake$80 USD · Refunded',
    'Refund of $80 USD on Sun 9 May 2027: failed (no seat left)',
    'Kept: $89.50 USD',
  ]);
});

const DISPUTE = {
  ...{ state: 'open' as const, status: 'needs_response', isRefundable: false, changes: [] },
  ...{ amount: 8_950, dueBy: '2027-06-01T10:00:00.000Z', at: ada.createdAt },
};

test.each<[string, Partial<NonNullable<ListedPayment['dispute']>>]>([
  [
    'The bank asks about this payment ($89.50 USD) and has taken nothing yet. Answer in Stripe by Tue 1 June 2027. A full refund ends this without a fee.',
    { status: 'warning_needs_response', isRefundable: true },
  ],
  [
    'The bank asked about $89.50 USD, and took nothing.',
    { state: 'won', status: 'warning_closed' },
  ],
  ['The bank questioned $89.50 USD. The school keeps it.', { state: 'won', status: 'won' }],
  [
    'The bank questioned $89.50 USD and took it back. The school has appealed.',
    { state: 'lost', status: 'appeal_under_review' },
  ],
  [
    'The bank took $89.50 USD, and gave it back after an appeal on Fri 2 July 2027.',
    {
      ...{ state: 'won', status: 'won' },
      changes: [
        { state: 'lost', status: 'lost', at: '2027-06-02T10:00:00.000Z' },
        { state: 'won', status: 'won', at: '2027-07-02T10:00:00.000Z' },
      ],
    },
  ],
])('a payment says: %s', async (text, dispute) => {
  renderPayments();
  answer('GET /payments', () => pageOf([{ ...ada, dispute: { ...DISPUTE, ...dispute } }], 1));
  expect(await screen.findByText(text)).toBeVisible();
});

test('a payment that the bank questions says until when it wants an answer, and each refund has its credit note', async () => {
  const questioned: ListedPayment = {
    ...ada,
    kept: 6_950,
    refunds: [
      {
        amount: 2_000,
        reason: 'by admin',
        state: 'succeeded',
        createdAt: ada.createdAt,
        at: ada.createdAt,
        cartId: null,
        creditNote: 12,
      },
    ],
    dispute: DISPUTE,
  };
  renderPayments();
  answer('GET /payments', () => pageOf([questioned], 1));

  const row = within(await screen.findByRole('row', { name: /Ada Byron/ }));
  expect(
    row.getByText(
      'The bank questions this payment ($89.50 USD). Answer in Stripe by Tue 1 June 2027. Until it decides, nothing can be refunded.',
    ),
  ).toBeVisible();
  expect(row.getByRole('link', { name: 'Credit note of $20 USD' })).toHaveAttribute(
    'href',
    '/dashboard/creditNotes/12',
  );
});

test('the totals are what arrived, went back and is kept, and what was never paid stands apart', async () => {
  renderPayments();

  const read = (term: string) => screen.getByText(term).parentElement?.textContent;
  await screen.findByText('Paid : 4');
  expect(read('Paid : 4')).toBe('Paid : 4$200.50 USD + €10 EUR');
  expect(read('Refunded : 2')).toBe('Refunded : 2$50.25 USD$0.25 USD of refunds came back');
  expect(read('Kept')).toBe('Kept$150.50 USD + €10 EUR');
  const rest = within(screen.getByLabelText('No money arrived'));
  expect(rest.getByText('Never paid : 7').parentElement).toHaveTextContent('$9,000 USD');
  expect(rest.getByText('Not finished : 0').parentElement).toHaveTextContent(/^Not finished : 0$/);
});

/** A payment of which the school has given a part back by hand. @param more what is known about that */
const givePartBack = (more: Partial<ListedPayment['refunds'][number]> = {}): ListedPayment => ({
  ...ada,
  kept: 7_950,
  refunds: [
    {
      ...{ amount: 1_000, reason: 'by admin', state: 'paid otherwise' },
      ...{ createdAt: ada.createdAt, at: '2027-05-09T10:00:00.000Z', cartId: null },
      creditNote: null,
      ...more,
    },
  ],
});

test('what was given back by hand is returned, with how and when', async () => {
  const part = givePartBack({
    given: { method: 'cash', day: '2027-05-09', reference: 'No. 18' },
  });
  renderPayments();
  answer('GET /payments', () => pageOf([part], 1));
  expect(
    await screen.findByText(/returned \(given back, seat kept\), in cash on .*, No\. 18$/),
  ).toBeVisible();
});

test('a payment of which a part went back in another way says so, and one that was given up was never paid', async () => {
  const part = givePartBack();
  const givenUp: ListedPayment = { ...ada, _id: 'pi_ben', state: 'canceled', kept: 0 };
  renderPayments();
  answer('GET /payments', () => pageOf([part, givenUp], 2));

  expect(await screen.findByText('Partly refunded')).toBeVisible();
  expect(
    screen.getByText(
      (_text, element) =>
        element?.tagName === 'LI' &&
        element.textContent ===
          'Refund of $10 USD on Sun 9 May 2027: returned in another way (given back, seat kept)',
    ),
  ).toBeVisible();
  const row = within(screen.getByText('pi_ben').closest('tr') ?? document.body);
  expect(row.getByText('Never paid')).toBeVisible();
});

test('a check that bounced says so, for its seats too, also in the CSV file', async () => {
  const at = '2027-05-09T10:00:00.000Z';
  const bounced: ListedPayment = {
    ...ada,
    ...{
      method: 'cheque',
      kept: 0,
      items: ada.items.map((one) => ({ ...one, state: 'refunded' })),
    },
    movements: [
      ...ada.movements,
      { kind: 'returned', at, day: '2027-05-09', amount: -8_950, reason: 'payment bounced' },
    ],
    refunds: [
      {
        ...{ amount: 8_950, reason: 'payment bounced', state: 'succeeded', createdAt: at, at },
        ...{ cartId: null, creditNote: 7 },
      },
    ],
  };
  renderPayments();
  answer('GET /payments', () => pageOf([bounced], 1));

  expect(await screen.findByText(/^Bounced: \$89\.50 USD on/)).toBeVisible();
  const row = within(screen.getByText('pi_ada').closest('tr') ?? document.body);
  expect(row.getAllByText('Bounced')).toHaveLength(2);
  expect(row.queryByText(/Refund/)).toBeNull();
  expect(listMovementRows([bounced], {}).map((cells) => [cells[5], cells[9]])).toEqual([
    ['Bounced', -89.5],
    ['Paid', 89.5],
  ]);
});

test('search, state and days are in the address and go to the server; the totals count all states', async () => {
  const asked = renderPayments();
  await screen.findByText('Ada Byron');

  await userEvent.selectOptions(screen.getByLabelText('State'), 'Refunded, also in part');
  // While the year is typed, nothing is asked for.
  for (const value of ['0002-05-01', '0020-05-01', '0202-05-01'])
    fireEvent.change(screen.getByLabelText('From'), { target: { value } });
  expect(location.search).not.toContain('from');
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2027-05-01' } });
  await userEvent.type(screen.getByLabelText('Search by name, email or payment ID'), 'ada{Enter}');

  expect(await screen.findByText('1 payment found for “ada”')).toBeVisible();
  expect(location.search).toBe('?state=refunded&from=2027-05-01&search=ada');
  const wanted = { from: '2027-05-01', search: 'ada' };
  expect(asked.list.at(-1)).toEqual({ ...wanted, state: 'refunded', page: '1', size: '25' });
  expect(asked.totals.at(-1)).toEqual(wanted);
});

test('the CSV file has each movement of money on its own day, and nothing that was never paid', async () => {
  const [begun, paid] = ada.movements as [Movement, Movement];
  const back: Movement = {
    ...{ kind: 'returned', at: '2027-06-01T20:00:00.000Z', day: '2027-06-02', amount: -1_000 },
    reason: 'by admin',
  };
  const part = { ...ada, movements: [begun, paid, back] };
  const givenUp: ListedPayment = { ...ada, _id: 'pi_ben', state: 'canceled', movements: [begun] };
  const file = watchDownload();
  renderPayments();
  answer('GET /payments', () => pageOf([part, givenUp], 2));
  await screen.findByText('pi_ben');

  await userEvent.click(screen.getByRole('button', { name: /^Export CSV/ }));

  const who = '"Ada Byron","ada@speakifyr.test","Sailing on the Lake"';
  expect((await file.read()).lines.slice(1)).toEqual([
    `"2027-06-02","2:00 AM",${who},"Refunded (given back, seat kept)","",0,-10,-10,"USD","Card","pi_ada"`,
    `"2027-05-02","2:01 AM",${who},"Paid",89.5,89.5,0,89.5,"USD","Card","pi_ada"`,
    `"2027-05-02","2:00 AM",${who},"Never paid",89.5,0,0,0,"USD","Card","pi_ben"`,
  ]);
});

test('the CSV file has what the filters find, and of a period only what moved in it', async () => {
  const file = watchDownload();
  renderPayments({ at: '/dashboard/payments?state=enrolled&to=2027-05-02' });
  await screen.findByText('Ada Byron');

  await userEvent.click(screen.getByRole('button', { name: /^Export CSV/ }));

  expect((await file.read()).lines).toEqual([
    '"Day","Time","Name","Email","Class","State","Price","Paid","Refunded","Kept","Currency","Method","Payment ID"',
    '"2027-05-02","2:01 AM","Ada Byron","ada@speakifyr.test","Sailing on the Lake","Paid",89.5,89.5,0,89.5,"USD","Card","pi_ada"',
  ]);
});

test('totals that fail to load leave the list', async () => {
  renderPayments();
  breakConnection('GET /paymentTotals');

  expect(await screen.findByText('Ada Byron')).toBeVisible();
  expect(await screen.findByText(/The totals could not be loaded/)).toBeVisible();
});
