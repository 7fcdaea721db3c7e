import { saveFile } from './save-file.ts';

/** A text is quoted and escaped, a number is written as it is. */
export type CsvCell = string | number;

/** U+FEFF at the start of the file: without it, spreadsheets do not recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * What would start a formula in a spreadsheet: a name such as `=HYPERLINK(…)` must stay text. Spaces and quotes may come
 * before the sign, and the sign may be full-width. In many countries a spreadsheet splits the file at semicolons or
 * tabs, so a new cell may start inside of ours. The list is from OWASP,
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_START = /(^(?=[\t\r\n])|(?:^|[;\t\r\n])(?=[\s"']*[=+\-@＝＋－＠]))/g;

/**
 * Turns rows into comma-separated values (RFC 4180, UTF-8) that a spreadsheet shows as they are. R73
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
  const safe = cell.replace(FORMULA_START, "$1'");
  return `"${safe.replaceAll('"', '""')}"`;
}
