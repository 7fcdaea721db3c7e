import { slugText } from '../../lib/save-file.ts';
import { nameStudent } from './name-student.ts';
import type { RosterStudent } from './roster.queries.ts';

/** U+FEFF at the start of the file: without it, spreadsheets do not recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Characters that start a formula in a spreadsheet: a student's name such as `=HYPERLINK(…)` must stay plain text.
 * The list is from OWASP, https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_START = /^[=+\-@\t\r\n]/;

/** The enrolled students as comma-separated values (RFC 4180, UTF-8) with a line of headings. */
export function buildRosterFile(students: RosterStudent[]): string {
  const rows = [
    ['Entry Code', 'Name', 'Email'],
    ...students.map((student) => [student.entry_code, nameStudent(student), student.email]),
  ];
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(quoteCell).join(',')}\r\n`).join('');
}

/** The file's name, such as `sailing-on-the-lake-students.csv`. */
export function nameRosterFile(course: string): string {
  return `${slugText(course) || 'course'}-students.csv`;
}

function quoteCell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
