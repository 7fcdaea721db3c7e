import { nameStudent } from './name-student.ts';
import type { RosterStudent } from './roster.queries.ts';

/** The students with a text in their entry code, name or e-mail, in any case. */
export function findStudents(students: RosterStudent[], search: string): RosterStudent[] {
  const wanted = search.toLowerCase();
  return students.filter((student) =>
    [student.entry_code, nameStudent(student), student.email].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
}
