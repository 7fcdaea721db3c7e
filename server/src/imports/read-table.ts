import { setImmediate } from 'node:timers/promises';
import { MAX_IMPORT_ROWS } from '@speakifyr/contract/import-fields.ts';
import { type CsvError, parse } from 'csv-parse/sync';
import { ApiError } from '../errors.ts';

export type TableRow = {
  cells: string[];
  /** The number of the row's first line in the file. */
  line: number;
};
export type Table = { header: string[]; rows: TableRow[] };

const DELIMITERS = [',', ';', '\t', '|'];
/** Excel writes the delimiter into a first line of its own. */
const NAMED = /^sep=(.)\r?\n/;
const MAX_COLUMNS = 100;

/**
 * The header and the rows of a CSV file, separated by whatever makes the most columns of its first line.
 * @throws {ApiError} `invalid_input` that says what is wrong with the file
 */
export async function readTable(file: string): Promise<Table> {
  const text = file.replace(/^\uFEFF/, '');
  if (text.startsWith('PK') || text.startsWith('\u00D0\u00CF'))
    throw fileError(
      'This is a spreadsheet, whatever its name ends with. Save it as CSV there, and choose that file.',
    );
  if (text.includes('\0') || text.startsWith('%PDF') || text.trimStart().startsWith('<'))
    throw fileError('This is not a CSV file. Export the list as CSV, and choose that file.');
  if (text.trim() === '') throw fileError('The file is empty.');
  const named = NAMED.exec(text);
  const csv = named ? text.slice(named[0].length) : text;
  const before = named ? 1 : 0;
  const delimiter = named?.[1] ?? findDelimiter(csv);
  // Others get their turn before and after the one long step.
  await setImmediate();
  const [first, ...rows] = parseRows(csv, { delimiter, before });
  await setImmediate();
  const header = first?.cells.map((cell) => cell.trim()) ?? [];
  checkHeader(header);
  if (rows.length === 0) throw fileError('The file has no rows below the names of the columns.');
  if (rows.length > MAX_IMPORT_ROWS)
    throw fileError(
      `The file has ${rows.length.toLocaleString('en-US')} rows, and ${MAX_IMPORT_ROWS.toLocaleString('en-US')} is the most. Please split it.`,
    );
  return { header, rows };
}

export function fileError(message: string): ApiError {
  return new ApiError('invalid_input', message, { fields: { 'body.text': message } });
}

function findDelimiter(csv: string): string {
  const widths = DELIMITERS.map((delimiter) => {
    try {
      const [first] = parseRows(csv, { delimiter, before: 0, to: 1 });
      return { delimiter, width: first?.cells.length ?? 0 };
    } catch {
      // With this delimiter, a quotation mark stays open.
      return { delimiter, width: 0 };
    }
  });
  return widths.toSorted((a, b) => b.width - a.width)[0]?.delimiter ?? ',';
}

type Options = { delimiter: string; before: number; to?: number };

function parseRows(csv: string, { delimiter, before, to }: Options): TableRow[] {
  try {
    const rows = parse(csv, {
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      delimiter,
      info: true,
      ...(to && { to }),
    }) as unknown as { record: string[]; info: { lines: number } }[];
    // The library counts to the row's last line, and a break of two characters inside of a cell as two lines.
    let twice = 0;
    return rows.map(({ record, info }) => {
      const breaks = countBreaks(record, /\r\n|\n|\r/g);
      twice += countBreaks(record, /\r\n/g);
      return { cells: record, line: info.lines + before - breaks - twice };
    });
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number };
    if (!code) throw error;
    throw fileError(
      `The file ends inside of a quotation${lines ? `, in line ${lines}` : ''}: a quotation mark is missing or one too many.`,
    );
  }
}

function countBreaks(cells: string[], kind: RegExp): number {
  return cells.reduce((sum, cell) => sum + (cell.match(kind)?.length ?? 0), 0);
}

function checkHeader(header: string[]): void {
  if (header.length > MAX_COLUMNS)
    throw fileError(`The file has ${header.length} columns, and ${MAX_COLUMNS} is the most.`);
  if (header.some((name) => /@.+\./.test(name) || /^\d[\d./-]*$/.test(name)))
    throw fileError(
      'The first line has to be the names of the columns, such as Email. Here it is a row already.',
    );
  const names = header.map((name) => name.toLowerCase());
  const twice = names.findIndex((name, place) => name !== '' && names.indexOf(name) < place);
  if (twice < 0) return;
  const first = names.indexOf(names[twice] ?? '');
  throw fileError(
    `Columns ${first + 1} and ${twice + 1} have the same name, “${header[twice]}”. Rename one of them, so that it is clear which is which.`,
  );
}
