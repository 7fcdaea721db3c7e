import type { MailChoice } from '@speakifyr/contract/mail.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';

/** Turns one kind of email on or off. */
export function useSaveMailChoice() {
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other, so that the last press wins.
    scope: { id: 'myMail' },
    mutationFn: async (change: Partial<MailChoice>) => {
      const saved = await call('PATCH /myMail', { body: change });
      // An answer that was on its way would show the old choice.
      const { queryKey } = read('GET /myMail');
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
    },
  });
}
