import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';
import { useRefresh } from '../../lib/use-refresh.ts';

/**
 * A page of those who can be made an instructor, by name; searched in name and e-mail. Below the users' key: what
 * changes them changes it too.
 */
export function studentsOptions({ search, page }: { search: string; page: number }) {
  return queryOptions({
    queryKey: ['userList', 'students', { search, page }],
    queryFn: () =>
      callList('GET /userList', {
        query: { role: 'student', page, size: DEFAULT_PAGE_SIZE, ...(search && { search }) },
      }),
    // People sign up all the time.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** A page of the instructors with their courses, by name; searched in name, email and course. */
export function getInstructorsOptions({ search, page }: { search: string; page: number }) {
  return queryOptions({
    queryKey: ['getInstructors', { search, page }],
    queryFn: () =>
      callList('GET /getInstructors', {
        query: { page, size: DEFAULT_PAGE_SIZE, ...(search && { search }) },
      }),
    // Other admins change them too, and what can be done depends on it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

const INSTRUCTOR_KEYS = ['getInstructors', 'newInstructor', 'instructors', 'auditLog'];

/** Makes a student an instructor; given the e-mail. */
export function useMakeInstructor() {
  const refresh = useRefresh([...INSTRUCTOR_KEYS, 'userList']);
  return useMutation({
    networkMode: 'always',
    mutationFn: (email: string) => call('PATCH /makeInstructor', { query: { email } }),
    // Also after a refusal, which means the page showed old data. The same goes for the mutations below.
    onSettled: refresh,
  });
}

/** Takes a course from an instructor; given the instructor's id. */
export function useUnassignCourse() {
  const refresh = useRefresh([...INSTRUCTOR_KEYS, 'adminClasses', 'classes', 'popularcl']);
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, classId }: { id: string; classId: string }) =>
      call('PATCH /unassignCourse/:id', { params: { id }, query: { classId } }),
    onSettled: refresh,
  });
}

/** Makes an instructor a student again; given the instructor's id. */
export function useRemoveInstructor() {
  const refresh = useRefresh([...INSTRUCTOR_KEYS, 'userList']);
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call('DELETE /removeInstructor/:id', { params: { id } }),
    onSettled: refresh,
  });
}
