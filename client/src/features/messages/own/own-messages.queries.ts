import type { MailChoice } from '@speakifyr/contract/mail.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** What the school has written to the person in the last 30 days, newest first. */
export function ownMessagesOptions() {
  return queryOptions({
    queryKey: ['myMessages'],
    queryFn: () => call('GET /myMessages'),
    // The school can write at any time.
    staleTime: 0,
  });
}

/** Which emails the person wants. A link in an email may have changed it since. */
export function mailChoiceOptions() {
  return queryOptions({
    queryKey: ['myMail'],
    queryFn: () => call('GET /myMail'),
    staleTime: 0,
  });
}

/** Turns one kind of email on or off. */
export function useSaveMailChoice() {
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other, so that the last press wins.
    scope: { id: 'myMail' },
    mutationFn: async (change: Partial<MailChoice>) => {
      const saved = await call('PATCH /myMail', { body: change });
      // An answer that was on its way would show the old choice.
      const { queryKey } = mailChoiceOptions();
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
    },
  });
}
