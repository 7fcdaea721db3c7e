import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';
import { PUBLIC } from '../../lib/query-client.ts';
import { buildClassQuery, type ClassFilter } from './class-filter.ts';
import { listMonths } from './list-months.ts';

/** All classes that can be joined, by start day. */
export function classesOptions() {
  return queryOptions({
    queryKey: ['classes'],
    queryFn: () => call('GET /classes'),
    meta: PUBLIC,
  });
}

/** A page of the classes that fit a filter, and how many fit in all; the one before it until it is there. */
export function classSearchOptions(filter: ClassFilter) {
  return queryOptions({
    queryKey: ['classes', filter],
    queryFn: () => callList('GET /classes', { query: buildClassQuery(filter) }),
    placeholderData: keepPreviousData,
    meta: PUBLIC,
  });
}

/** The months in which classes start, yyyy-mm: from that of the first class to that of the last. */
export function classMonthsOptions() {
  return queryOptions({
    queryKey: ['classMonths'],
    // The two ends alone: they stay as small as they are, however many classes there will be.
    queryFn: async () => {
      const [[first], [last]] = await Promise.all([
        call('GET /classes', { query: { sort: 'camp_start', size: 1 } }),
        call('GET /classes', { query: { sort: '-camp_start', size: 1 } }),
      ]);
      return first && last ? listMonths(first.camp_start, last.camp_start) : [];
    },
    meta: PUBLIC,
  });
}

/** One class; below the list's key, so that what makes the list stale makes it stale too. */
export function classOptions(id: string) {
  return queryOptions({
    queryKey: ['classes', id],
    queryFn: () => call('GET /classes/:id', { params: { id } }),
    meta: PUBLIC,
  });
}

/** Up to six classes, most expensive first. The key is the spec's. */
export function popularClassesOptions() {
  return queryOptions({
    queryKey: ['popularcl'],
    queryFn: () => call('GET /popularclass'),
    meta: PUBLIC,
  });
}
