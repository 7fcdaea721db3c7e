import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/use-change.ts';

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
  return useChange(
    ['myInstructorPage', 'instructorInfo', 'instructorStats', 'instructors'],
    (body: PageChanges) => call('PATCH /myInstructorPage', { body }),
  );
}
