import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** How often the list loads again, in milliseconds. */
const LOOK_AGAIN_MS = 60_000;

/** What waits for the office today, and how the school does. */
export function dayListOptions() {
  return queryOptions({
    queryKey: ['dayList'],
    queryFn: () => call('GET /dayList'),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
