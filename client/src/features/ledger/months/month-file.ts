import type { MoneyRow } from '@speakifyr/contract/months.ts';
import { nameMethod } from '@speakifyr/contract/payment-methods.ts';
import type { CsvCell } from '../../../lib/csv.ts';
import { saveFile } from '../../../lib/save-file.ts';
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

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

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

/**
 * Saves a month's rows as an Excel workbook, in which days are dates and amounts are numbers. A text is never read as a
 * formula there. The writer loads with the first file.
 */
export async function saveMonthWorkbook(month: string, rows: MoneyRow[]): Promise<void> {
  const { default: writeWorkbook } = await import('write-excel-file/universal');
  const cells = listMonthCells(rows).map(([day = '', movement, amount, ...rest]) => [
    { type: Date, value: new Date(day), format: 'yyyy-mm-dd' },
    movement,
    { type: Number, value: Number(amount), format: '0.00' },
    ...rest,
  ]);
  const headings = HEADINGS.map((value) => ({ value, fontWeight: 'bold' as const }));
  const file = await writeWorkbook([headings, ...cells], {
    sheet: month,
    columns: [12, 26, 12, 10, 12, 12, 32, 10, 14, 32].map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBlob();
  saveFile(nameMonthFile(month, 'xlsx'), XLSX_TYPE, file);
}

/** @param month yyyy-mm */
export function nameMonthFile(month: string, ending: 'csv' | 'xlsx'): string {
  return `accounting-${month}.${ending}`;
}
