import { createHash } from 'node:crypto';
import type { BankFile, DateOrder, ColumnRole } from '@speakifyr/contract/bank-transfers.ts';
import { readPlain } from '@speakifyr/contract/visible-text.ts';
import { ApiError } from '../../errors.ts';
import type { Arrived, BankLine } from './bank-line.ts';
import { readCamtLines } from './camt.ts';
import { readCsvLines } from './csv-lines.ts';
import { isMt940, readMt940Lines } from './mt940.ts';

/**
 * Reads a bank's list of transfers. Banks agree on little: the text becomes rows, the rows get columns, and each line says
 * whether it is money that arrived or why it is not. One line that can't be read refuses no other.
 */

export type Transfer = {
  /** The same for the same line, even in another file: it names the payment. */
  requestId: string;
  /** yyyy-mm-dd */
  day: string;
  /** In cents, above 0: what came in, and is not booked yet. */
  amount: number;
  /** All of it, if a part is booked. */
  of?: number | undefined;
  /** The id of its line, if this is what is left of it. */
  line?: string;
  /** Who sent it and what they wrote. */
  text: string;
};

export type BankList = Omit<BankFile, 'transfers'> & { transfers: Transfer[] };

export type ReadOptions = {
  dateOrder: DateOrder;
  /** Of the school, such as USD. */
  currency: string;
  /** What each column of a CSV file is, if the office has said it. */
  roles?: ColumnRole[];
};

/**
 * What came in and what was left out, both in the order of the file. R554
 * @throws {ApiError} `invalid_input` if it is no such list
 */
export function readBankFile(file: string, options: ReadOptions): BankList {
  const { lines, ...head } = readLines(file.replace(/^\uFEFF/, ''), options);
  const seen = new Map<string, number>();
  const transfers = lines.filter(isArrived).map(({ day, amount, text, kept }) => {
    const line = `${day} ${amount} ${readPlain(kept).toLowerCase()}`;
    // Somebody may send the same amount twice on one day.
    const times = seen.get(line) ?? 0;
    seen.set(line, times + 1);
    return { requestId: makeRequestId(`${line} ${times}`), day, amount, text };
  });
  return { ...head, transfers, leftOut: lines.filter((line) => !isArrived(line)) };
}

function isArrived(line: BankLine): line is Arrived {
  return line.state === 'arrived';
}

type Lines = Pick<BankFile, 'format' | 'columns' | 'questions'> & { lines: BankLine[] };

function readLines(file: string, options: ReadOptions): Lines {
  if (file.startsWith('PK') || file.startsWith('%PDF'))
    throw fieldError('This is not a CSV, CAMT.053 or MT940 file. Ask your bank for one of these.');
  if (file.trimStart().startsWith('<')) {
    const lines = readCamtLines(file, options.currency);
    if (!lines) throw fieldError('This XML file is not a bank’s list (CAMT.053).');
    return { format: 'CAMT.053', columns: [], questions: [], lines };
  }
  if (isMt940(file)) {
    const lines = readMt940Lines(file, options.currency);
    return { format: 'MT940', columns: [], questions: [], lines };
  }
  const list = readCsvLines(file, options);
  if (!list)
    throw fieldError(
      'This is not a bank’s list of transfers: it has no columns for date and amount.',
    );
  return { format: 'CSV', ...list };
}

/** A UUID of version 8, which is free for hashes (RFC 9562). */
export function makeRequestId(line: string): string {
  const hash = createHash('sha256').update(line).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

function fieldError(message: string): ApiError {
  return new ApiError('invalid_input', message, { fields: { 'body.csv': message } });
}
