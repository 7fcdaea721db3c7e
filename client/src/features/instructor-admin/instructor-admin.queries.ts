import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useRefresh } from '../../lib/use-refresh.ts';

/** Everybody who can be made an instructor, by name. Below the users' key: what changes them changes it too. */
export function studentsOptions() {
  return queryOptions({
    queryKey: ['userList', 'students'],
    queryFn: async () => {
      const users = await call('GET /userList');
      return users.filter(({ role }) => role === 'student');
    },
    // People sign up all the time.
    staleTime: 0,
  });
}

/** All instructors with their courses, by name. */
export function getInstructorsOptions() {
  return queryOptions({
    queryKey: ['getInstructors'],
    queryFn: () => call('GET /getInstructors'),
    // Other admins change them too, and what can be done depends on it.
    staleTime: 0,
  });
}

const INSTRUCTOR_KEYS = ['getInstructors', 'newInstructor', 'instructors', 'auditLog'];

/** Makes a student an instructor; given the e-mail. */
export function useMakeInstructor() {
  const refresh = useRefresh([...INSTRUCTOR_KEYS, 'userList']);
  return useMutation({
    networkMode: 'always',
    mutationFn: (email: string) => call('PATCH /makeInstructor', { query: { email } }),
    // After a refusal too: it means that the page showed somebody as they are not any more. So below.
    onSettled: refresh,
  });
}

/** Takes the course from an instructor; given the instructor's id. */
export function useUnassignCourse() {
  const refresh = useRefresh([...INSTRUCTOR_KEYS, 'adminClasses', 'classes', 'popularcl']);
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call('PATCH /unassignCourse/:id', { params: { id } }),
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
