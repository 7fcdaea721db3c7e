import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** How often the list loads again, in milliseconds. */
const LOOK_AGAIN_MS = 30_000;

/** Everyone who is or may be at camp now. The app forgets it when the page closes, because it is about children. */
export function everyoneOptions() {
  return queryOptions({
    queryKey: ['emergencyList'],
    queryFn: () => call('GET /emergencyList'),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
