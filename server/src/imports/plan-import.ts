import { type ImportField, type ImportKind, labelOf } from '@speakifyr/contract/import-fields.ts';
import type { PlannedRow } from '@speakifyr/contract/imports.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ImportItem } from '../database/import-document.ts';
import type { Services } from '../services.ts';
import { findCellProblem } from './check-cells.ts';
import { type Columns, matchColumns, readValues } from './match-columns.ts';
import { planClasses } from './plan-classes.ts';
import { planFamilies } from './plan-families.ts';
import type { FileRow, ReadDateOf } from './planned.ts';
import { openDates } from './read-dates.ts';
import { readTable, type Table, type TableRow } from './read-table.ts';

const DATES: ImportField[] = ['birthDate', 'start', 'end'];

export type ImportPlan = {
  columns: Columns;
  /** What has to be known or said first. */
  notes: string[];
  /** In the order of the file. */
  rows: PlannedRow[];
  items: ImportItem[];
};

type Wanted = { kind: ImportKind; text: string; columns?: ImportField[] | undefined };

/**
 * Says what would become of each row of a file. A run makes exactly `items`. R616
 * @throws {ApiError} `invalid_input` if it is no such file
 */
export async function planImport(
  { kind, text, columns: chosen }: Wanted,
  services: Services,
): Promise<ImportPlan> {
  const table = await readTable(text);
  const columns = matchColumns(table, kind, chosen);
  const missing = findMissing(columns, kind);
  if (missing.length > 0) return { columns, notes: missing, rows: [], items: [] };
  const dates = new Map(
    DATES.flatMap((field) => {
      const place = columns.findIndex((column) => column.field === field);
      if (place < 0) return [];
      const cells = table.rows.map(({ cells }) => (cells[place] ?? '').trim()).filter(Boolean);
      return [[field, openDates(cells, SCHOOL)] as const];
    }),
  );
  const readDate: ReadDateOf = (field, cell) =>
    dates.get(field)?.read(cell) ?? { problem: 'There is no date.' };
  const rows = table.rows.map((row) => readRow(row, table, columns));
  const plan = kind === 'families' ? planFamilies : planClasses;
  const { outcomes, items } = await plan(rows, readDate, services);
  const refused = columns.filter(({ field }) => field === 'never').map(({ name }) => `“${name}”`);
  return {
    columns,
    notes: [
      ...(refused.length > 0
        ? [`Left out, because health and cards are never imported: ${refused.join(', ')}.`]
        : []),
      ...[...dates.values()].flatMap(({ note }) => note ?? []),
    ],
    rows: table.rows.map(({ line, cells }, place) => {
      const { outcome, says } = outcomes[place] ?? { outcome: 'problem', says: '' };
      return {
        line,
        outcome,
        says,
        ...(outcome === 'problem' && { cells: showCells(cells, columns) }),
      };
    }),
    items,
  };
}

/** A row as it may be shown and saved: without health and cards, and not at all if nobody knows which cell is which. */
function showCells(cells: string[], columns: Columns): string[] {
  const hasRefused = columns.some(({ field }) => field === 'never');
  if (hasRefused && cells.length > columns.length) return [];
  return cells.map((cell, place) => (columns[place]?.field === 'never' ? '' : cell));
}

function readRow({ cells, line }: TableRow, { header }: Table, columns: Columns): FileRow {
  const values = readValues(cells, columns);
  const isHeader = header.every((name, place) => name === (cells[place] ?? '').trim());
  const isLong = cells.slice(header.length).some((cell) => cell.trim() !== '');
  const problem = isHeader
    ? 'This line has the names of the columns once more. It is left out.'
    : isLong
      ? `This line has ${cells.length} cells, and there are ${header.length} columns.`
      : findCellProblem(Object.values(values));
  return { line, values, problem };
}

/** What nobody can do without, in words. */
function findMissing(columns: Columns, kind: ImportKind): string[] {
  const has = (...fields: ImportField[]) => columns.some(({ field }) => fields.includes(field));
  const say = (field: ImportField) => `Say which column is “${labelOf(field, kind)}”.`;
  if (kind === 'classes')
    return (['name', 'price', 'places', 'room', 'start', 'end'] as const)
      .filter((field) => !has(field))
      .map(say);
  const hasChild = has('childName', 'childFirstName', 'childLastName');
  return [
    ...(has('name', 'firstName', 'lastName') ? [] : [say('name')]),
    ...(has('email', 'phone')
      ? []
      : [
          'Say which column is the email or the phone number: without one of them, nobody can tell who is here already.',
        ]),
    ...(hasChild && !has('birthDate') ? [say('birthDate')] : []),
    ...(!hasChild && has('birthDate') ? [say('childName')] : []),
  ];
}
