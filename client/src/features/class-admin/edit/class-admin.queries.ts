import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';

/** Where a copy of a class goes. */
export type CopyTo = 'year' | 'week';

/** The open classes and drafts that meet on some days, in one room or in all. */
export function coursesOnDaysOptions(wanted: { from: string; to: string; room?: number }) {
  return { ...read('GET /adminClasses', { query: wanted }), placeholderData: keepPreviousData };
}

/** The next class that is not over, or the last one; null without any class. */
export function nextCourseOptions() {
  return queryOptions({
    queryKey: [...read('GET /adminClasses').queryKey, 'next'],
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
    queryKey: ['once', 'GET /adminClasses', id],
    queryFn: async () => (await call('GET /adminClasses', { query: { id } }))[0] ?? null,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Everybody who is enrolled in a class. */
export function courseStudentsOptions(id: string) {
  return queryOptions({
    queryKey: [...read('GET /classPeople/:id', { params: { id } }).queryKey, 'enrolled'],
    queryFn: async () => (await call('GET /classPeople/:id', { params: { id } })).enrolled,
    staleTime: 0,
    gcTime: 0,
  });
}
