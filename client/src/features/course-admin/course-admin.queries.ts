import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useRefresh } from '../../lib/use-refresh.ts';

export type NewCourse = Input<Contract['POST /addCourse']>['body'];
export type CourseChanges = Input<Contract['PATCH /updateClass/:id']>['body'];

/** All open classes and drafts, by start day. */
export function adminClassesOptions() {
  return queryOptions({
    queryKey: ['adminClasses'],
    queryFn: () => call('GET /adminClasses'),
    // Seats come and go all the time.
    staleTime: 0,
  });
}

/**
 * One class or draft for its form: loaded each time the form opens, and kept as is while it is open. Null if there is no
 * such class.
 */
export function courseOptions(id: string) {
  return queryOptions({
    queryKey: ['adminCourse', id],
    queryFn: async () => (await call('GET /adminClasses')).find(({ _id }) => _id === id) ?? null,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Everybody who is enrolled in a class. */
export function courseStudentsOptions(id: string) {
  return queryOptions({
    queryKey: ['courseStudents', id],
    queryFn: async () => (await call('GET /classPeople/:id', { params: { id } })).enrolled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Instructors without a course, by name. */
export function newInstructorOptions() {
  return queryOptions({
    queryKey: ['newInstructor'],
    queryFn: () => call('GET /newInstructor'),
    staleTime: 0,
  });
}

/** Every query that shows a class or its instructor. */
const COURSE_KEYS = [
  'adminClasses',
  'classes',
  'popularcl',
  'instructors',
  'getInstructors',
  'newInstructor',
  'adminStats',
  'auditLog',
];

export function useAddCourse() {
  const refresh = useRefresh(COURSE_KEYS);
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: NewCourse) => call('POST /addCourse', { body }),
    // Also after a refusal, which means the page showed old data. The same goes for the mutations below.
    onSettled: refresh,
  });
}

export function useUpdateCourse(id: string) {
  const refresh = useRefresh(COURSE_KEYS);
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: CourseChanges) => call('PATCH /updateClass/:id', { params: { id }, body }),
    onSettled: refresh,
  });
}

/** Copies a class as a draft for next year; given its id. */
export function useDuplicateCourse() {
  const refresh = useRefresh(COURSE_KEYS);
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call('POST /duplicateCourse/:id', { params: { id } }),
    onSettled: refresh,
  });
}

/** Makes a draft public. */
export function usePublishCourse(id: string) {
  const refresh = useRefresh(COURSE_KEYS);
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: { confirm_past?: true }) =>
      call('POST /publishCourse/:id', { params: { id }, body }),
    onSettled: refresh,
  });
}

/** Closes a class; given its id. */
export function useRemoveCourse() {
  const refresh = useRefresh(COURSE_KEYS);
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call('DELETE /removeCourse/:id', { params: { id } }),
    onSettled: refresh,
  });
}
