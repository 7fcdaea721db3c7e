import { slugText } from '@speakifyr/contract/format.ts';
import { nameExtra } from '@speakifyr/contract/seat-extras.ts';
import { toCsv } from '../../lib/csv.ts';
import { nameStudent } from './name-student.ts';
import type { RosterStudent } from './roster.queries.ts';

/** The enrolled students as a CSV file with a line of headings. Files are easily passed on, so it has no health. */
export function buildRosterFile(students: RosterStudent[]): string {
  const hasExtras = students.some(({ extras }) => extras);
  return toCsv([
    ['Entry Code', 'Name', 'Age', 'Email', ...(hasExtras ? ['Extras'] : [])],
    ...students.map((student) => [
      student.entry_code,
      nameStudent(student),
      student.age ?? '',
      student.email,
      ...(hasExtras ? [(student.extras ?? []).map(nameExtra).join('; ')] : []),
    ]),
  ]);
}

/** The file's name, such as `sailing-on-the-lake-students.csv`. */
export function nameRosterFile(course: string): string {
  return `${slugText(course) || 'course'}-students.csv`;
}
