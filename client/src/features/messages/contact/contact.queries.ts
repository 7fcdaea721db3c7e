import type { ContactThread } from '@speakifyr/contract/contact.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';

export type Message = { name: string; email: string; message: string; website: string };

/** Sends a message to the school. */
export function useSendMessage() {
  return useMutation({
    mutationFn: (body: Message) => call('POST /contact', { body }),
  });
}

export type Reply = ContactThread['messages'][number]['replies'][number];

/** A message with its replies, and what the same account wrote. */
export function threadOptions(id: string) {
  return queryOptions({
    ...read('GET /contactMessages/:id', { params: { id } }),
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
