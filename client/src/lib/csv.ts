import { saveFile } from './save-file.ts';

/** A text is quoted and escaped, a number is written as it is. */
export type CsvCell = string | number;

/** U+FEFF at the start of the file: without it, spreadsheets do not recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Characters that start a formula in a spreadsheet, full-width ones too: a name such as `=HYPERLINK(…)` must stay text.
 * The list is from OWASP, https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/;

/**
 * Turns rows into comma-separated values (RFC 4180, UTF-8) that a spreadsheet shows as they are.
 * @param rows the first one has the headings
 */
export function toCsv(rows: CsvCell[][]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

/** Lets the browser download rows as a CSV file. @param name with its ending: `users.csv` */
export function saveCsv(name: string, rows: CsvCell[][]): void {
  saveFile(name, 'text/csv;charset=utf-8', toCsv(rows));
}

function writeCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
