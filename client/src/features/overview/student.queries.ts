import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The student's profile and figures. */
export function userStatsOptions(email: string) {
  return queryOptions({
    queryKey: ['userStats', email],
    queryFn: () => call('GET /userStats', { query: { email } }),
    staleTime: 0,
  });
}
