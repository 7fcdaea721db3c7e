import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { call } from '../../lib/api.ts';
import { listOptions, toQuery } from '../../lib/list.queries.ts';
import { useChange } from '../../lib/use-change.ts';

type PeopleSearch = { search: string; filters: object; page: number };

/**
 * A page of those who can be made an instructor, by name; searched in name and e-mail. Below the users' key: what
 * changes them changes it too.
 */
export function studentsOptions({ page, search }: PeopleSearch) {
  const query = toQuery({ search, filters: { role: 'student' as const } });
  return listOptions('userList', 'GET /userList', page, query);
}

/** A page of the instructors with their courses, by name; searched in name, email and course. */
export function getInstructorsOptions({ page, ...wanted }: PeopleSearch) {
  return listOptions('getInstructors', 'GET /getInstructors', page, toQuery(wanted));
}

const INSTRUCTOR_KEYS = ['getInstructors', 'newInstructor', 'instructors', 'auditLog'];

/** Makes a student an instructor; given the e-mail. */
export function useMakeInstructor() {
  return useChange([...INSTRUCTOR_KEYS, 'userList'], (email: string) =>
    call('PATCH /makeInstructor', { query: { email } }),
  );
}

/** Takes a course from an instructor; given the instructor's id. */
export function useUnassignCourse() {
  return useChange(
    [...INSTRUCTOR_KEYS, 'adminClasses', 'classes', 'popularcl'],
    ({ id, classId }: { id: string; classId: string }) =>
      call('PATCH /unassignCourse/:id', { params: { id }, query: { classId } }),
  );
}

/** Makes an instructor a student again; given the instructor's id. */
export function useRemoveInstructor() {
  return useChange([...INSTRUCTOR_KEYS, 'userList'], (id: string) =>
    call('DELETE /removeInstructor/:id', { params: { id } }),
  );
}

/** What an admin's home and the teams of classes say about certificates loads again, too. */
const CERTIFICATE_KEYS = ['getInstructors', 'dayList', 'classTeam', 'auditLog'];

type NewCertificate = Input<Contract['POST /instructors/:id/certificates']>['body'];

export function useAddCertificate(id: string) {
  return useChange(CERTIFICATE_KEYS, (body: NewCertificate) =>
    call('POST /instructors/:id/certificates', { params: { id }, body }),
  );
}

export function useRemoveCertificate(id: string) {
  return useChange(CERTIFICATE_KEYS, (entryId: string) =>
    call('DELETE /instructors/:id/certificates/:entryId', { params: { id, entryId } }),
  );
}
