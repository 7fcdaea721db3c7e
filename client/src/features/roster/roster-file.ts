import { slugText } from '../../lib/save-file.ts';
import { nameStudent } from './name-student.ts';
import type { RosterStudent } from './roster.queries.ts';

/** U+FEFF at the start: without it, spreadsheets take UTF-8 for an older encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * What a spreadsheet takes for the start of a formula: a student who is called `=HYPERLINK(…)` must not become one.
 * The list is OWASP's, https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_START = /^[=+\-@\t\r\n]/;

/** The enrolled students as comma-separated values (RFC 4180, UTF-8) for a spreadsheet, under a line of headings. */
export function buildRosterFile(students: RosterStudent[]): string {
  const rows = [
    ['Entry Code', 'Name', 'Email'],
    ...students.map((student) => [student.entry_code, nameStudent(student), student.email]),
  ];
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(quoteCell).join(',')}\r\n`).join('');
}

/** A name for the file, such as `sailing-on-the-lake-students.csv`. */
export function nameRosterFile(course: string): string {
  return `${slugText(course) || 'course'}-students.csv`;
}

function quoteCell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
