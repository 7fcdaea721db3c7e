import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';
import { PUBLIC } from '../../lib/query-client.ts';
import { buildClassQuery, type ClassFilter } from './class-filter.ts';
import { listMonths, listWeeks } from '../../lib/list-months.ts';

/** One page of the classes that match a filter, and how many match in all. Until it loads, the previous page stays. */
export function classSearchOptions(filter: ClassFilter) {
  return queryOptions({
    queryKey: ['classes', filter],
    queryFn: () => callList('GET /classes', { query: buildClassQuery(filter) }),
    placeholderData: keepPreviousData,
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
