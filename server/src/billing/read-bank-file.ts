import { createHash } from 'node:crypto';
import type { DateOrder } from '@speakifyr/contract/bank-transfers.ts';
import { parse } from 'csv-parse/sync';
import { ApiError } from '../errors.ts';

/** Reads a bank's list of transfers. Banks agree on nothing but CSV: neither on columns, nor on dates and amounts. */

export type Transfer = {
  /** The same for the same line, even in another file: it names the payment. */
  requestId: string;
  /** yyyy-mm-dd */
  day: string;
  /** In cents, above 0: what came in. */
  amount: number;
  /** Who sent it and what they wrote. */
  text: string;
};

const DELIMITERS = [',', ';', '\t'];
/** Some banks write a few lines about the account first. */
const MAX_LINES_BEFORE = 20;
const DATE = /date|datum|buchungstag|valuta/i;
const AMOUNT = /amount|betrag|credit|paid in|deposit|money in/i;
const CURRENCY = /currency|währung|ccy/i;
/** Columns that don't help to recognize a payer. */
const BALANCE = /balance|saldo/i;

/**
 * What came in, in the order of the file. Money that went out is left out.
 * @param wanted.currency of the school, such as USD; lines in another one are left out
 * @throws {ApiError} `invalid_input` if it is not such a list, or a line cannot be read
 */
export function readBankFile(
  csv: string,
  { dateOrder, currency }: { dateOrder: DateOrder; currency: string },
): Transfer[] {
  const rows = readRows(csv);
  const at = rows
    .slice(0, MAX_LINES_BEFORE)
    .findIndex(
      (row) => row.some((cell) => DATE.test(cell)) && row.some((cell) => AMOUNT.test(cell)),
    );
  const head = rows[at];
  if (!head)
    throw wrong('This is not a bank’s list of transfers: it has no columns for date and amount.');
  const find = (name: RegExp) => head.findIndex((cell) => name.test(cell));
  const [dateAt, amountAt, currencyAt] = [find(DATE), find(AMOUNT), find(CURRENCY)];
  const lines = rows.slice(at + 1).filter((row) => row.some((cell) => cell.trim()));
  const dates = lines.map((row) => row[dateAt] ?? '');
  const order = dateOrder === 'auto' ? guessOrder(dates) : dateOrder;
  const seen = new Map<string, number>();
  return lines.flatMap((row, index) => {
    const where = `Line ${at + 2 + index}`;
    const amount = readAmount(row[amountAt] ?? '');
    // A sum below the list has no date, and an empty amount went out.
    if (!(row[dateAt] ?? '').trim() || amount === undefined || amount <= 0) return [];
    if (Number.isNaN(amount)) throw wrong(`${where}: “${row[amountAt]}” is not an amount.`);
    if (currencyAt >= 0 && (row[currencyAt] ?? '').trim().toUpperCase() !== currency) return [];
    const day = readDay(row[dateAt] ?? '', order);
    if (!day) throw wrong(`${where}: “${row[dateAt]}” is not a date.`);
    const text = row
      // The balance differs from file to file, and the id must stay the same.
      .filter(
        (_cell, place) =>
          ![dateAt, amountAt, currencyAt].includes(place) && !BALANCE.test(head[place] ?? ''),
      )
      .map((cell) => cell.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join(' · ');
    const line = `${day} ${amount} ${text}`;
    // Somebody may send the same amount twice on one day.
    const times = seen.get(line) ?? 0;
    seen.set(line, times + 1);
    return [{ requestId: makeRequestId(`${line} ${times}`), day, amount, text }];
  });
}

function readRows(csv: string): string[][] {
  const delimiter = DELIMITERS.map((one) => ({ one, count: csv.split(one).length })).sort(
    (a, b) => b.count - a.count,
  )[0]?.one;
  try {
    return parse(csv, {
      ...{ bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
      delimiter: delimiter ?? ',',
    });
  } catch {
    throw wrong('This file cannot be read as CSV.');
  }
}

/** @returns cents; undefined for nothing; NaN for something else. `1,234.50`, `1.234,50` and `(50.00)` are amounts */
function readAmount(cell: string): number | undefined {
  const text = cell.replace(/[\s'’]|[A-Z]{3}|[$€£]/gi, '');
  if (!text) return undefined;
  const parts = /^(\(|-|\+)?([\d.,]*?)(?:[.,](\d{1,2}))?\)?(-)?$/.exec(text);
  const whole = parts?.[2]?.replace(/[.,]/g, '') ?? '';
  if (!parts || !(whole || parts[3])) return NaN;
  const cents = Number(whole) * 100 + Number((parts[3] ?? '').padEnd(2, '0'));
  // Nobody can count with so many digits exactly: it is the number of something.
  if (!Number.isSafeInteger(cents)) return NaN;
  return parts[1] === '(' || parts[1] === '-' || parts[4] ? -cents : cents;
}

type KnownOrder = Exclude<DateOrder, 'auto'>;

/** By the days after the 12th, if there are any; otherwise as the bank's country writes its dates: with dots, the day is first. */
function guessOrder(dates: string[]): KnownOrder {
  const parts = dates.flatMap(
    (date) => /^\s*(\d{1,2})[./-](\d{1,2})[./-]/.exec(date)?.slice(1, 3) ?? [],
  );
  const numbers = parts.map(Number);
  if (numbers.some((number, place) => place % 2 === 0 && number > 12)) return 'dmy';
  if (numbers.some((number, place) => place % 2 === 1 && number > 12)) return 'mdy';
  return dates.some((date) => /^\s*\d{1,2}\./.test(date)) ? 'dmy' : 'mdy';
}

/** @returns yyyy-mm-dd, or undefined if there is no such day */
function readDay(cell: string, order: KnownOrder): string | undefined {
  const iso = /^\s*(\d{4})[-./]?(\d{2})[-./]?(\d{2})(?!\d)/.exec(cell);
  const other = /^\s*(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?!\d)/.exec(cell);
  const [a = '', b = '', year = ''] = other?.slice(1) ?? [];
  const [y, m, d] = iso
    ? iso.slice(1)
    : [year.length === 2 ? `20${year}` : year, ...(order === 'dmy' ? [b, a] : [a, b])];
  const day = `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined;
}

/** A UUID of version 8, which is free for hashes (RFC 9562). */
function makeRequestId(line: string): string {
  const hash = createHash('sha256').update(line).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

function wrong(message: string): ApiError {
  return new ApiError('invalid_input', message, { fields: { 'body.csv': message } });
}
