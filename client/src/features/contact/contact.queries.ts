import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';
import { useRefresh } from '../../lib/use-refresh.ts';

export type Message = { name: string; email: string; message: string; website: string };

/** Sends a message to the school. */
export function useSendMessage() {
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: Message) => call('POST /contact', { body }),
  });
}

type InboxSearch = { search: string; page: number; isDone: boolean };

/** A page of the inbox, newest first. */
export function inboxOptions({ search, page, isDone }: InboxSearch) {
  return queryOptions({
    queryKey: ['contactMessages', { search, page, isDone }],
    queryFn: () =>
      callList('GET /contactMessages', {
        query: { page, size: DEFAULT_PAGE_SIZE, done: String(isDone), ...(search && { search }) },
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** How many messages nobody has dealt with yet. */
export function openMessagesOptions() {
  return queryOptions({
    queryKey: ['contactMessages', 'open'],
    queryFn: async () =>
      (await callList('GET /contactMessages', { query: { page: 1, size: 1, done: 'false' } }))
        .total,
  });
}

/** Marks a message as done, or as open again. */
export function useMarkMessage() {
  const refresh = useRefresh(['contactMessages']);
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, isDone }: { id: string; isDone: boolean }) =>
      call('PATCH /contactMessages/:id', { params: { id }, body: { isDone } }),
    onSettled: refresh,
  });
}
