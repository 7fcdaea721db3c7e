import { queryOptions } from '@tanstack/react-query';
import { read } from '../../lib/read.ts';
import { call } from '../../lib/api.ts';
import { PUBLIC } from '../../lib/query-client.ts';
import { listMonths, listWeeks } from '../../lib/list-months.ts';

/** The months (yyyy-mm) and the weeks (their first days) from the first class's start to the last one's. */
export function classMonthsOptions() {
  return queryOptions({
    queryKey: [...read('GET /classes').queryKey, 'months'],
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
