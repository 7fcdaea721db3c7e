import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { listOptions, toQuery } from '../../../lib/list.queries.ts';
import { useChange } from '../../../lib/use-change.ts';

export type NewCourse = Input<Contract['POST /addCourse']>['body'];
export type CourseChanges = Input<Contract['PATCH /updateClass/:id']>['body'];

/** Where a copy of a class goes. */
export type CopyTo = 'year' | 'week';

export type CourseSearch = {
  search: string;
  page: number;
  /** `coming`, a year, or undefined for all. */
  season: string | undefined;
  status: 'open' | 'draft' | undefined;
};

/** A page of the open classes and drafts, by start day. */
export function courseListOptions({ page, search, ...filters }: CourseSearch) {
  return listOptions('adminClasses', 'GET /adminClasses', page, toQuery({ search, filters }));
}

/** The open classes and drafts that meet on some days, in one room or in all. */
export function coursesOnDaysOptions(wanted: { from: string; to: string; room?: number }) {
  return queryOptions({
    queryKey: ['adminClasses', 'days', wanted],
    queryFn: () => call('GET /adminClasses', { query: wanted }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** The next class that is not over, or the last one; null without any class. */
export function nextCourseOptions() {
  return queryOptions({
    queryKey: ['adminClasses', 'next'],
    queryFn: async () => {
      const [next] = await call('GET /adminClasses', { query: { season: 'coming', size: 1 } });
      if (next) return next;
      const [last] = await call('GET /adminClasses', { query: { sort: '-camp_start', size: 1 } });
      return last ?? null;
    },
  });
}

/**
 * One class or draft for its form: loaded each time the form opens, and kept as is while it is open. Null if there is no
 * such class.
 */
export function courseOptions(id: string) {
  return queryOptions({
    queryKey: ['adminCourse', id],
    queryFn: async () => (await call('GET /adminClasses', { query: { id } }))[0] ?? null,
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

/** Instructors who can take a course, by name. */
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
  'classList',
  'seasons',
  'classes',
  'popularcl',
  'instructors',
  'getInstructors',
  'newInstructor',
  'adminStats',
  'auditLog',
];

/** What a copy of a season makes. @param season yyyy */
export function seasonCopiesOptions(season: string) {
  return queryOptions({
    queryKey: ['adminClasses', 'copies', season],
    queryFn: () => call('GET /seasonCopies/:season', { params: { season } }),
    staleTime: 0,
  });
}

const SEASON_ACTS = {
  copy: 'POST /seasonCopies/:season',
  undo: 'DELETE /seasonCopies/:season',
  publish: 'POST /seasonDrafts/:season',
} as const;

/** Copies a season, takes the copy back, or publishes the drafts of a season. @param season yyyy */
export function useSeasonAct(act: keyof typeof SEASON_ACTS, season: string) {
  return useChange(COURSE_KEYS, () => call(SEASON_ACTS[act], { params: { season } }));
}

export function useAddCourse() {
  return useChange(COURSE_KEYS, (body: NewCourse) => call('POST /addCourse', { body }));
}

export function useUpdateCourse(id: string) {
  return useChange(COURSE_KEYS, (body: CourseChanges) =>
    call('PATCH /updateClass/:id', { params: { id }, body }),
  );
}

/** Copies a class as a draft for next year or next week; given its id. */
export function useDuplicateCourse() {
  return useChange(COURSE_KEYS, ({ id, to }: { id: string; to: CopyTo }) =>
    call('POST /duplicateCourse/:id', { params: { id }, query: { to } }),
  );
}

/** Makes a draft public. */
export function usePublishCourse(id: string) {
  return useChange(COURSE_KEYS, (body: { confirm_past?: true }) =>
    call('POST /publishCourse/:id', { params: { id }, body }),
  );
}

/** Closes a class; given its id. */
export function useRemoveCourse() {
  return useChange(COURSE_KEYS, (id: string) =>
    call('DELETE /removeCourse/:id', { params: { id } }),
  );
}
