import type { ContactThread } from '@speakifyr/contract/contact.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { listOptions, toQuery } from '../../../lib/list.queries.ts';
import { useChange } from '../../../lib/use-change.ts';

export type Message = { name: string; email: string; message: string; website: string };

/** Sends a message to the school. */
export function useSendMessage() {
  return useMutation({
    mutationFn: (body: Message) => call('POST /contact', { body }),
  });
}

export type Reply = ContactThread['messages'][number]['replies'][number];

type InboxSearch = { search: string; page: number; isDone: boolean };

/** A page of the inbox, newest first. */
export function inboxOptions({ search, page, isDone }: InboxSearch) {
  const query = toQuery({ search, filters: { done: String(isDone) } });
  return listOptions('contactMessages', 'GET /contactMessages', page, query);
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

/** A message with its replies, and what the same account wrote. */
export function threadOptions(id: string) {
  return queryOptions({
    queryKey: ['contactMessages', 'thread', id],
    queryFn: () => call('GET /contactMessages/:id', { params: { id } }),
    staleTime: 0,
    // Until each reply is on its way.
    refetchInterval: ({ state }) =>
      state.data?.messages.some(({ replies }) => replies.some(isWaiting)) ? LOOK_AGAIN_MS : false,
  });
}

const LOOK_AGAIN_MS = 3_000;

function isWaiting({ mail, at }: Reply): boolean {
  if (mail) return mail.state === 'queued' || mail.state === 'sending';
  // Without a line, it is very new, or the outbox has forgotten it.
  return Date.now() - new Date(at).getTime() < 60_000;
}

/** Replies to a message by email. Sending it again with the same id sends it once. */
export function useReply(id: string) {
  return useChange(
    ['contactMessages', 'outbox', 'dayList'],
    (body: { text: string; replyId: string }) =>
      call('POST /contactMessages/:id/replies', { params: { id }, body }),
  );
}

/** Marks a message as done, or as open again. */
export function useMarkMessage() {
  return useChange(['contactMessages'], ({ id, isDone }: { id: string; isDone: boolean }) =>
    call('PATCH /contactMessages/:id', { params: { id }, body: { isDone } }),
  );
}
