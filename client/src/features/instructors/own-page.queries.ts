import { useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../lib/read.ts';
import { call } from '../../lib/api.ts';
import { readAgain } from '../../lib/use-change.ts';

/** Saves whether the pages of classes that the instructor helps in name them. */
export function useSaveNamed() {
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other, so that the last press wins.
    scope: { id: 'myInstructorPage' },
    mutationFn: async (isNamed: boolean) => {
      const saved = await call('PATCH /myInstructorPage', { body: { isNamed } });
      // An answer that was on its way would show the old choice.
      const { queryKey } = read('GET /myInstructorPage');
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
    },
    onSettled: () => readAgain(queryClient, ['GET /classes', 'GET /classes/:id']),
  });
}
