import type { MoneyRow } from '@speakifyr/contract/months.ts';
import { nameMethod } from '@speakifyr/contract/payment-methods.ts';
import type { CsvCell } from '../../../lib/csv.ts';
import { saveWorkbook } from '../../../lib/workbook.ts';
import { KIND_LABELS } from './kind-labels.ts';

export const HEADINGS = [
  'Day',
  'Movement',
  'Amount',
  'Currency',
  'Receipt',
  'Credit note',
  'Class',
  'Season',
  'Method',
  'Payment ID',
];

/** A month's rows for a spreadsheet: days as yyyy-mm-dd, and amounts as numbers in whole currency units. */
export function listMonthCells(rows: MoneyRow[]): CsvCell[][] {
  return rows.map((row) => {
    const { day, kind, amount, currency, receipt, creditNote, shares, method, paymentId } = row;
    const seasons = new Set(shares.map(({ camp_start }) => camp_start.slice(0, 4)));
    return [
      day,
      KIND_LABELS[kind],
      amount / 100,
      currency,
      receipt ?? '',
      creditNote ?? '',
      shares.map(({ className }) => className).join(', '),
      [...seasons].join(', '),
      nameMethod(method),
      paymentId,
    ];
  });
}

/** Saves a month's rows as an Excel workbook, in which days are dates and amounts are numbers. */
export async function saveMonthWorkbook(month: string, rows: MoneyRow[]): Promise<void> {
  const cells = listMonthCells(rows).map(([day = '', movement = '', amount, ...rest]) => [
    { type: Date, value: new Date(day), format: 'yyyy-mm-dd' },
    movement,
    { type: Number, value: Number(amount), format: '0.00' },
    ...rest,
  ]);
  await saveWorkbook(nameMonthFile(month, 'xlsx'), [HEADINGS, ...cells]);
}

/** @param month yyyy-mm */
export function nameMonthFile(month: string, ending: 'csv' | 'xlsx'): string {
  return `accounting-${month}.${ending}`;
}
