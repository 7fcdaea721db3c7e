import { nameStudent } from './name-student.ts';
import type { RosterStudent } from './roster.queries.ts';

/** The students whose entry code, name or email contains a text, ignoring case. */
export function findStudents(students: RosterStudent[], search: string): RosterStudent[] {
  const wanted = search.toLowerCase();
  return students.filter((student) =>
    [student.entry_code, nameStudent(student), student.email].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
}
