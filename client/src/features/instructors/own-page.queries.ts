import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useRefresh } from '../../lib/use-refresh.ts';

type PageChanges = Input<Contract['PATCH /myInstructorPage']>['body'];

/** What the instructor has written about themselves. */
export function ownPageOptions() {
  return queryOptions({
    queryKey: ['myInstructorPage'],
    queryFn: () => call('GET /myInstructorPage'),
    staleTime: 0,
  });
}

/** Saves the instructor's page. Visitors see the change at once. */
export function useSaveOwnPage() {
  const refresh = useRefresh([
    'myInstructorPage',
    'instructorInfo',
    'instructorStats',
    'instructors',
  ]);
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: PageChanges) => call('PATCH /myInstructorPage', { body }),
    onSettled: refresh,
  });
}
