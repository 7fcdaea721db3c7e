import type { ColumnRole, DateOrder } from '@speakifyr/contract/bank-transfers.ts';
import { type ReadAmount, readAmount } from './amounts.ts';
import { type BankLine, joinTexts, REASONS, sayOther } from './bank-line.ts';
import {
  assignRoles,
  changes,
  countKnown,
  findCurrency,
  findFileCurrency,
  guessByCells,
  hasCome,
  isBooked,
  isTransferRow,
  readCurrency,
} from './columns.ts';
import { guessOrder, type KnownOrder, readDay } from './days.ts';
import { type Row, readRows } from './rows.ts';

/** Some banks write a few lines about the account first. */
const MAX_LINES_BEFORE = 30;

export type CsvOptions = {
  dateOrder: DateOrder;
  /** Of the school, such as USD. */
  currency: string;
  /** What each column is, if the office has said it. */
  roles?: ColumnRole[];
};

export type CsvList = {
  columns: { name: string; role: ColumnRole }[];
  questions: string[];
  lines: BankLine[];
};

/** `above`: what stands before the names of the columns. */
type Table = { names: string[]; rows: Row[]; hasNames: boolean; above: string[][] };

/** @returns the columns and what each line says; undefined if it is no list of transfers */
export function readCsvLines(text: string, options: CsvOptions): CsvList | undefined {
  const table = findTable(readRows(text));
  if (!table) return undefined;
  const { names, rows, hasNames, above } = table;
  const cells = rows.map((row) => row.cells);
  const guessed = hasNames
    ? assignRoles(names, cells, options.currency)
    : guessByCells(cells, names.length);
  const roles = options.roles?.length === names.length ? options.roles : guessed;
  const columns = names.map((name, place) => ({ name, role: roles[place] ?? 'other' }));
  const has = (role: ColumnRole) => roles.includes(role);
  const questions = [
    ...(has('day') ? [] : ['No column is read as the day. Say which one it is.']),
    ...(has('amount') || has('in') || has('out')
      ? []
      : ['No column is read as the amount. Say which one it is.']),
  ];
  if (questions.length > 0) return { columns, questions, lines: [] };
  const reader = { ...openReader(columns, cells, options), ofFile: findFileCurrency(above) };
  const lines = rows.map((row) => readLine(row, reader));
  const isOneSided = !has('sign') && !has('in') && !has('out');
  const states = lines.map(({ state }) => state);
  if (isOneSided && states.includes('arrived') && !states.includes('out'))
    questions.push(
      'No line says that money went out. If this list also has what you paid, say which column tells it.',
    );
  return { columns, questions, lines };
}

/** The rows of transfers and the names of their columns, with the delimiter that gives the most of them. */
function findTable(readings: Row[][]): Table | undefined {
  const named = readings.flatMap((rows) =>
    rows.slice(0, MAX_LINES_BEFORE).flatMap(({ cells }, at) => {
      const known = countKnown(cells);
      return known > 0 ? [{ known, table: { ...split(rows, at), hasNames: true } }] : [];
    }),
  );
  const best = named.toSorted((a, b) => b.known - a.known)[0];
  if (best) return best.table;
  const unnamed = readings.flatMap((rows) => {
    const first = rows.findIndex(({ cells }) => isTransferRow(cells));
    return first >= 0 ? [{ rows, first, width: rows[first]?.cells.length ?? 0 }] : [];
  });
  const widest = unnamed.toSorted((a, b) => b.width - a.width)[0];
  if (!widest) return undefined;
  const { rows, first, width } = widest;
  const above = rows[first - 1]?.cells;
  const isHead = above?.length === width && above.every((cell) => cell.trim() && !/\d/.test(cell));
  if (isHead) return { ...split(rows, first - 1), hasNames: false };
  const names = Array.from({ length: width }, (_, place) => `Column ${place + 1}`);
  return { names, rows: rows.slice(first), hasNames: false, above: listCells(rows, first) };
}

function listCells(rows: Row[], until: number): string[][] {
  return rows.slice(0, until).map(({ cells }) => cells);
}

function split(rows: Row[], at: number): Omit<Table, 'hasNames'> {
  const names = (rows[at]?.cells ?? []).map((name) => name.replace(/\s+/g, ' ').trim());
  return {
    names,
    above: listCells(rows, at),
    rows: rows.slice(at + 1).filter(({ cells }) => cells.some((cell) => cell.trim())),
  };
}

type Reader = {
  width: number;
  order: KnownOrder;
  currency: string;
  /** The currency that the file says above the columns. */
  ofFile?: string | undefined;
  /** What is in the first column of a role; empty if there is none. */
  read: (row: Row, role: ColumnRole) => string;
  /** What is in all columns of these roles. */
  readAll: (row: Row, roles: ColumnRole[]) => string[];
  /** The currency that the name of the column says. */
  said: (role: ColumnRole) => string | undefined;
  has: (role: ColumnRole) => boolean;
};

function openReader(
  columns: CsvList['columns'],
  rows: string[][],
  { dateOrder, currency }: CsvOptions,
): Reader {
  const find = (role: ColumnRole) => columns.findIndex((column) => column.role === role);
  // What changes from file to file is not shown: the line would look like another one.
  const shown = columns.map(({ name, role }) => (role === 'other' && changes(name) ? null : role));
  const days = rows.map((cells) => cells[find('day')] ?? '');
  return {
    currency,
    width: columns.length,
    order: dateOrder === 'auto' ? guessOrder(days, currency) : dateOrder,
    read: ({ cells }, role) => (cells[find(role)] ?? '').trim(),
    readAll: ({ cells }, roles) =>
      shown.flatMap((role, place) => (role && roles.includes(role) ? (cells[place] ?? '') : [])),
    said: (role) => findCurrency(columns[find(role)]?.name ?? ''),
    has: (role) => find(role) >= 0,
  };
}

function readLine(row: Row, reader: Reader): BankLine {
  const { line, cells } = row;
  const told = reader.readAll(row, ['reference', 'name']);
  const rest = reader.readAll(row, ['other']);
  const text = joinTexts([...told, ...rest]);
  const sums = reader.readAll(row, ['amount', 'in', 'out']);
  const leave = (state: Exclude<BankLine['state'], 'arrived'>, reason: string): BankLine => ({
    line,
    state,
    reason,
    text: state === 'unreadable' ? joinTexts(cells) : joinTexts([...sums, text]),
  });
  if (cells.slice(reader.width).some((cell) => cell.trim()))
    return leave('unreadable', 'It has more columns than the file names.');
  const word = reader.readAll(row, ['state']).find((cell) => cell.trim() && !isBooked(cell));
  if (word) return leave('pending', `The bank says “${word.trim()}”.`);
  const amount = readCents(row, reader);
  if (typeof amount === 'string') return leave('unreadable', amount);
  const cellsOfCurrency = reader.readAll(row, ['currency']).filter((cell) => cell.trim());
  const ofLine = [
    ...cellsOfCurrency.map((cell) => readCurrency(cell) ?? cell.trim()),
    amount.currency,
  ];
  const named = ofLine.some(Boolean) ? ofLine : [reader.ofFile];
  const other = named.find((one) => one && one !== reader.currency);
  if (other) return leave('other currency', sayOther(other));
  const sign = reader.read(row, 'sign');
  if (amount.cents < 0 || hasCome(sign) === false) return leave('out', REASONS.out);
  if (reader.has('sign') && hasCome(sign) === undefined)
    return leave('unreadable', `“${sign}” does not say whether the money came or went.`);
  const written = reader.read(row, 'day');
  const day = readDay(written, reader.order);
  if (!day && !written && rest.some((cell) => readDay(cell, reader.order)))
    return leave('pending', REASONS.notBooked);
  if (!day) return leave('unreadable', written ? `“${written}” is not a day.` : REASONS.noDay);
  const kept = joinTexts(told) || text;
  return { line, state: 'arrived', day, amount: amount.cents, text, kept };
}

/** @returns the amount, below 0 if it went out, with its currency if the cell or the column's name says one; or what is wrong */
function readCents(row: Row, reader: Reader): ReadAmount | string {
  const found: ReadAmount[] = [];
  for (const role of ['amount', 'in', 'out'] as const) {
    const cell = reader.read(row, role);
    const amount = readAmount(cell);
    if (amount === undefined) return `“${cell}” is not an amount.`;
    if (!amount || amount.cents === 0) continue;
    const cents = role === 'out' ? -Math.abs(amount.cents) : amount.cents;
    found.push({ cents, currency: amount.currency ?? reader.said(role) });
  }
  const [one, ...others] = found;
  if (others.length > 0) return 'It has two amounts.';
  return one ?? REASONS.noAmount;
}
