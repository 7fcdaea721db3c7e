import type { ListedMonth, MoneyMonth, MoneyRow } from '@speakifyr/contract/months.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, breakConnection, pageOf, refuse } from '../../../testing/server.ts';
import { watchDownload } from '../../../testing/watch-download.ts';
import { listMonthCells, listSumCells, saveMonthWorkbook } from './month-file.ts';
import { MoneyOfMonth } from './money-of-month.tsx';

const MONTH = '2027-04';

const charge: MoneyRow = {
  ...{ _id: 'pi_1:1', day: '2027-04-02', at: '2027-04-02T05:00:00.000Z', kind: 'charge' },
  ...{ amount: 9_050, currency: 'USD', receipt: 'R-000012', creditNote: null, paymentId: 'pi_1' },
  ...{ method: 'card', received: '2027-04-02', reference: '' },
  shares: [
    { className: '=SUM(A1)', camp_start: '2027-07-05', amount: 5_000 },
    { className: 'Chess', camp_start: '2027-07-05', amount: 4_050 },
  ],
};
const refund: MoneyRow = {
  ...charge,
  ...{ _id: 'pi_1:2', kind: 'refund', amount: -4_050, creditNote: 'C-000003' },
  shares: [{ className: 'Chess', camp_start: '2027-07-05', amount: -4_050 }],
};
const sums: MoneyMonth = {
  ...{ month: MONTH, closed: null, isOver: true, openBefore: null },
  kinds: [
    { currency: 'USD', kind: 'charge', count: 1, amount: 9_050 },
    { currency: 'USD', kind: 'refund', count: 1, amount: -4_050 },
  ],
  classes: [
    {
      ...{ className: 'Kites', camp_start: '2027-07-05', currency: 'USD' },
      ...{ charged: 5_000, returned: 0, kept: 5_000 },
    },
  ],
  seasons: [{ season: '2027', currency: 'USD', charged: 9_050, returned: -4_050, kept: 5_000 }],
  methods: [
    { method: 'cash', currency: 'USD', charged: 2_000, returned: 0, fees: 0, kept: 2_000 },
    { method: 'card', currency: 'USD', charged: 7_050, returned: -4_050, fees: -30, kept: 2_970 },
  ],
  taxes: [],
};

type Shown = { month: MoneyMonth; rows: MoneyRow[] };

function renderMonth({ month = sums, rows = [charge, refund] }: Partial<Shown> = {}) {
  const months: ListedMonth[] = [
    { month: '2027-05', closed: null },
    { month: MONTH, closed: month.closed },
  ];
  answer('GET /months', months);
  answer('GET /months/:month', month);
  answer('GET /months/:month/rows', () => pageOf(rows, rows.length));
  renderApp(<MoneyOfMonth />, { at: `/dashboard/accounting?month=${MONTH}` });
}

// Rules: R290, R291.
test('every movement has a row with its day, its papers and its amount, and the sums are above', async () => {
  renderMonth();
  const row = within(await screen.findByRole('row', { name: /C-000003/ }));
  expect(row.getByText('Refund')).toBeVisible();
  expect(row.getByText('R-000012 · C-000003')).toBeVisible();
  expect(row.getByText('−$40.50 USD')).toBeVisible();
  await userEvent.click(await screen.findByText('By season'));
  const table = within(screen.getByRole('table', { name: 'Sums by season' }));
  expect(table.getByText('$50 USD')).toBeVisible();
});

test('a month is closed after a question, and then says who closed it', async () => {
  renderMonth();
  const closed = { by: 'Alma Winterbourne', at: '2027-05-02T05:00:00.000Z' };
  answer('POST /months/:month/close', () => {
    answer('GET /months/:month', { ...sums, closed });
    return { status: true };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Close April 2027' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Close April 2027!' }));
  await findDialog('April 2027 Closed');
  expect(await screen.findByText(/was closed by Alma Winterbourne on/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Close April/ })).not.toBeInTheDocument();
});

test('a month that is not over has no button, and a refusal shows its message', async () => {
  renderMonth({ month: { ...sums, isOver: false } });
  expect(await screen.findByText(/is not over yet/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Close/ })).not.toBeInTheDocument();
});

test('while numbers are missing, a month cannot be closed', async () => {
  renderMonth();
  answer('POST /months/:month/close', () => refuse('month_not_ready'));
  await userEvent.click(await screen.findByRole('button', { name: 'Close April 2027' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Close April 2027!' }));
  await findDialog(/are not written yet/);
});

test('the CSV file has ISO days and plain numbers, and no formula', async () => {
  const download = watchDownload();
  renderMonth();
  await userEvent.click(await screen.findByRole('button', { name: /^Export CSV/ }));
  const { name, lines } = await download.read();
  expect(name).toBe('accounting-2027-04.csv');
  expect(lines).toEqual([
    '"Day","Received or given back","Late","Movement","Amount","Currency","Receipt","Credit note","Class","Season","Method","Reference","Payment ID"',
    `"2027-04-02","2027-04-02","","Charge",90.5,"USD","R-000012","","'=SUM(A1), Chess","2027","Card","","pi_1"`,
    '"2027-04-02","2027-04-02","","Refund",-40.5,"USD","R-000012","C-000003","Chess","2027","Card","","pi_1"',
  ]);
});

// Rules: R580.
test('money that came in an earlier month says so, with its reference; the month before is closed first', async () => {
  const late = { ...charge, _id: 'office_1:1', paymentId: 'office_1', received: '2027-03-30' };
  const cash = { ...late, method: 'cash' as const, reference: 'No. 17' };
  renderMonth({ rows: [cash], month: { ...sums, openBefore: '2027-03' } });
  expect(await screen.findByText('March 2027 is still open. Close it first.')).toBeVisible();
  expect(screen.getByText('Late: came')).toBeVisible();
  expect(screen.getByText('Cash · No. 17')).toBeVisible();
  expect(listMonthCells([cash])[0]?.slice(0, 3)).toEqual(['2027-04-02', '2027-03-30', 'Yes']);
});

// Rules: R580.
test('the sums by method are net, on the screen and in a file', async () => {
  const download = watchDownload();
  renderMonth();
  await userEvent.click(await screen.findByText('By method'));
  const table = within(screen.getByRole('table', { name: 'Sums by method' }));
  expect(table.getByText('with fees of −$0.30 USD')).toBeVisible();
  expect(table.getByText('$29.70 USD')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Sums as CSV/ }));
  const { name, lines } = await download.read();
  expect(name).toBe('accounting-2027-04.sums.csv');
  expect(lines).toEqual([
    '"Sum","Of","Charged","Returned","Fees","Net","Currency"',
    '"Method","Cash",20,0,0,20,"USD"',
    '"Method","Card",70.5,-40.5,-0.3,29.7,"USD"',
    '"Class","Kites 2027-07-05",50,0,0,50,"USD"',
    '"Season","2027",90.5,-40.5,0,50,"USD"',
  ]);
});

// Rules: R615.
test('the tax of each rate is on the screen and in the files, which have no such column without one', async () => {
  const download = watchDownload();
  const vat = { name: 'VAT', percent: 19 };
  const taxes = [{ ...vat, currency: 'USD', amount: 798, of: 5_000 }];
  const taxed = { ...charge, taxes: [{ ...vat, amount: 1_445, of: 9_050 }] };
  renderMonth({ month: { ...sums, taxes }, rows: [taxed] });
  const table = within(await screen.findByRole('table', { name: 'Taxes' }));
  for (const text of ['19% VAT', '$50 USD', '$42.02 USD', '$7.98 USD'])
    expect(table.getByText(text)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Export CSV/ }));
  const { lines } = await download.read();
  expect(lines[0]).toMatch(/,"Payment ID","Without tax","19% VAT"$/);
  expect(lines[1]).toMatch(/,"pi_1",76.05,14.45$/);
  expect(listSumCells({ ...sums, taxes }).at(-1)).toEqual([
    'Tax',
    '19% VAT',
    '',
    '',
    '',
    7.98,
    'USD',
  ]);
});

test('a file that is asked for while another month loads is of that month, with its taxes', async () => {
  const download = watchDownload();
  const vat = { name: 'VAT', percent: 19 };
  const taxes = [{ ...vat, currency: 'USD', amount: 798, of: 5_000 }];
  renderMonth({
    month: { ...sums, taxes },
    rows: [{ ...charge, taxes: [{ ...vat, amount: 1_445, of: 9_050 }] }],
  });
  expect(await screen.findByRole('table', { name: 'Taxes' })).toBeVisible();
  // What the page needs of the next month does not come.
  let asked = 0;
  answer('GET /months/:month', () => new Promise<MoneyMonth>(() => {}));
  answer('GET /months/:month/rows', () => {
    asked += 1;
    return asked === 1 ? new Promise(() => {}) : pageOf([{ ...charge, day: '2027-05-03' }], 1);
  });
  await userEvent.selectOptions(screen.getByLabelText('Month'), 'May 2027');
  await vi.waitFor(() => expect(asked).toBe(1));
  expect(screen.getByRole('table', { name: 'Taxes' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Export CSV/ }));
  const { name, lines } = await download.read();
  expect(name).toBe('accounting-2027-05.csv');
  expect(lines[0]).toMatch(/,"Payment ID"$/);
  expect(lines[1]).toMatch(/^"2027-05-03",.*,"pi_1"$/);
});

test('the Excel workbook has the same cells, with dates and numbers', async () => {
  const download = watchDownload();
  await saveMonthWorkbook(sums, [charge, refund]);
  const { name, lines } = await download.read();
  expect(name).toBe('accounting-2027-04.xlsx');
  // A zip archive.
  expect(lines[0]).toMatch(/^PK/);
  expect(listMonthCells([refund])[0]?.slice(3, 5)).toEqual(['Refund', -40.5]);
});

test('a month without money and no connection say so', async () => {
  renderMonth({ rows: [], month: { ...sums, kinds: [], classes: [], seasons: [], methods: [] } });
  expect(await screen.findByText('No movements')).toBeVisible();
  breakConnection('GET /months/:month/rows');
  await userEvent.selectOptions(screen.getByLabelText('Month'), 'May 2027');
  expect(await screen.findByRole('button', { name: /try again|retry/i })).toBeVisible();
});
