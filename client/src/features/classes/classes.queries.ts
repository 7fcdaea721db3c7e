import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';
import { PUBLIC } from '../../lib/query-client.ts';
import { buildClassQuery, type ClassFilter } from './class-filter.ts';
import { listMonths, listWeeks } from './list-months.ts';

/** All classes that can be joined, by start day. */
export function classesOptions() {
  return queryOptions({
    queryKey: ['classes'],
    queryFn: () => call('GET /classes'),
    meta: PUBLIC,
  });
}

/** One page of the classes that match a filter, and how many match in all. Until it loads, the previous page stays. */
export function classSearchOptions(filter: ClassFilter) {
  return queryOptions({
    queryKey: ['classes', filter],
    queryFn: () => callList('GET /classes', { query: buildClassQuery(filter) }),
    placeholderData: keepPreviousData,
    meta: PUBLIC,
  });
}

/** The next classes that have seats. */
export function freeClassesOptions() {
  return queryOptions({
    queryKey: ['classes', 'free'],
    queryFn: () => call('GET /classes', { query: { free: 'true', size: MAX_PAGE_SIZE } }),
    meta: PUBLIC,
  });
}

/** The months (yyyy-mm) and the weeks (their Mondays) from the first class's start to the last one's. */
export function classMonthsOptions() {
  return queryOptions({
    queryKey: ['classMonths'],
    // Only the first and the last class, so the answers stay small however many classes there are.
    queryFn: async () => {
      const [[first], [last]] = await Promise.all([
        call('GET /classes', { query: { sort: 'camp_start', size: 1 } }),
        call('GET /classes', { query: { sort: '-camp_start', size: 1 } }),
      ]);
      if (!first || !last) return { months: [], weeks: [] };
      return {
        months: listMonths(first.camp_start, last.camp_start),
        weeks: listWeeks(first.camp_start, last.camp_end),
      };
    },
    meta: PUBLIC,
  });
}

/** One class. Its key starts with the list's key, so whatever refreshes the list refreshes it too. */
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
