import { seasonOf } from '@speakifyr/contract/days.ts';
import type { MoneyMonth, MoneyRow } from '@speakifyr/contract/months.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { nameRate } from '@speakifyr/contract/tax.ts';
import { nameMethod } from '@speakifyr/contract/payment-methods.ts';
import { type CsvCell, saveCsv } from '../../../lib/csv.ts';
import { saveWorkbook } from '../../../lib/workbook.ts';
import { KIND_LABELS } from './kind-labels.ts';

const HEADINGS = [
  'Day',
  'Received or given back',
  'Late',
  'Movement',
  'Amount',
  'Currency',
  'Receipt',
  'Credit note',
  'Class',
  'Season',
  'Method',
  'Reference',
  'Payment ID',
];

/** The headings of a month's rows: one for each tax in them, and what is left without them. */
function listHeadings(rows: MoneyRow[]): string[] {
  const names = listTaxNames(rows);
  return names.length > 0 ? [...HEADINGS, 'Without tax', ...names] : HEADINGS;
}

/** Such as `19% VAT`, each once. Of the rows themselves, so that no row has a tax without a column. */
function listTaxNames(rows: MoneyRow[]): string[] {
  return [...new Set(rows.flatMap(({ taxes = [] }) => taxes.map(nameRate)))].sort();
}

/** What a row is without tax, and each of the month's taxes in it. */
function listTaxCells({ amount, taxes = [] }: MoneyRow, names: string[]): CsvCell[] {
  if (names.length === 0) return [];
  const each = names.map((name) => {
    const found = taxes.find((tax) => nameRate(tax) === name);
    return found ? found.amount / 100 : '';
  });
  return [(amount - sumAmounts(taxes)) / 100, ...each];
}

/** Headings of the sums of a month. */
export const SUM_HEADINGS = ['Sum', 'Of', 'Charged', 'Returned', 'Fees', 'Net', 'Currency'];

/** What a month adds up to, by method, class and season, for a spreadsheet. Fees belong to a method alone. R580 */
export function listSumCells({ methods, classes, seasons, taxes }: MoneyMonth): CsvCell[][] {
  const list = (of: string, name: string, sums: Sum) => [
    of,
    name,
    sums.charged / 100,
    sums.returned / 100,
    (sums.fees ?? 0) / 100,
    sums.kept / 100,
    sums.currency,
  ];
  return [
    ...methods.map((sums) => list('Method', nameMethod(sums.method), sums)),
    ...classes.map((sums) =>
      list('Class', [sums.className || 'No class', sums.camp_start].join(' ').trim(), sums),
    ),
    ...seasons.map((sums) => list('Season', sums.season || 'No class', sums)),
    ...taxes.map(({ amount, currency, ...rate }) => [
      ...['Tax', nameRate(rate), '', '', ''],
      amount / 100,
      currency,
    ]),
  ];
}

type Sum = { charged: number; returned: number; kept: number; fees?: number; currency: string };

/** Whether money counts in a later month than the one in which it came or went. */
export function isLate({ day, received }: Pick<MoneyRow, 'day' | 'received'>): boolean {
  return received.slice(0, 7) < day.slice(0, 7);
}

/** A month's rows for a spreadsheet: days as yyyy-mm-dd, and amounts as numbers in whole currency units. */
export function listMonthCells(rows: MoneyRow[]): CsvCell[][] {
  const names = listTaxNames(rows);
  return rows.map((row) => {
    const { day, kind, amount, currency, receipt, creditNote, shares, method, paymentId } = row;
    const { received, reference } = row;
    const seasons = new Set(shares.map(({ camp_start }) => seasonOf(camp_start)));
    return [
      day,
      received,
      isLate(row) ? 'Yes' : '',
      KIND_LABELS[kind],
      amount / 100,
      currency,
      receipt ?? '',
      creditNote ?? '',
      shares.map(({ className }) => className).join(', '),
      [...seasons].join(', '),
      nameMethod(method),
      reference,
      paymentId,
      ...listTaxCells(row, names),
    ];
  });
}

/** Lets the browser download a month's rows as a CSV file. @param month yyyy-mm */
export function saveMonthCsv(month: string, rows: MoneyRow[]): void {
  saveCsv(nameMonthFile(month, 'csv'), [listHeadings(rows), ...listMonthCells(rows)]);
}

/** Saves a month's rows as an Excel workbook, in which days are dates and amounts are numbers. Its sums are below them. */
export async function saveMonthWorkbook(sums: MoneyMonth, rows: MoneyRow[]): Promise<void> {
  const date = (value: CsvCell) => ({
    type: Date,
    value: new Date(value),
    format: 'yyyy-mm-dd',
  });
  const money = (value: CsvCell) =>
    value === '' ? value : { type: Number, value: Number(value), format: '0.00' };
  const cells = listMonthCells(rows).map(
    ([day = '', received = '', late = '', movement = '', amount = 0, ...rest]) => [
      ...[date(day), date(received), late, movement, money(amount)],
      ...rest,
    ],
  );
  const sumCells = listSumCells(sums).map(([of = '', name = '', ...rest]) => [
    ...[of, name, ...rest.slice(0, 4).map(money)],
    ...rest.slice(4),
  ]);
  await saveWorkbook(nameMonthFile(sums.month, 'xlsx'), [
    listHeadings(rows),
    ...cells,
    [],
    SUM_HEADINGS,
    ...sumCells,
  ]);
}

/** @param month yyyy-mm */
export function nameMonthFile(month: string, ending: 'csv' | 'xlsx' | 'sums.csv'): string {
  return `accounting-${month}.${ending}`;
}
