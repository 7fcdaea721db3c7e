import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/use-change.ts';
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
  return useChange(
    ['myInstructorPage', 'instructorInfo', 'instructorStats', 'instructors'],
    (body: PageChanges) => call('PATCH /myInstructorPage', { body }),
  );
}

/** Saves whether the pages of classes that the instructor helps in name them. */
export function useSaveNamed() {
  const queryClient = useQueryClient();
  const refresh = useRefresh(['classes']);
  return useMutation({
    // One after the other, so that the last press wins.
    scope: { id: 'myInstructorPage' },
    mutationFn: async (isNamed: boolean) => {
      const saved = await call('PATCH /myInstructorPage', { body: { isNamed } });
      // An answer that was on its way would show the old choice.
      const { queryKey } = ownPageOptions();
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
    },
    onSettled: refresh,
  });
}
