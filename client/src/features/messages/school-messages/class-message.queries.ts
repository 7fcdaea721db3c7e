import type { MessageGroup } from '@speakifyr/contract/message-groups.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

/** What somebody writes to a class. */
export type MessageDraft = { subject: string; text: string };

/** To whom: one class or several, and everyone in them or a group. */
export type MessageTarget = { classIds: string[]; group?: MessageGroup };

/** The classes that are not over, by their first day. */
export function comingClassesOptions() {
  return queryOptions({
    queryKey: ['classList', 'coming'],
    queryFn: () =>
      call('GET /classList', { query: { status: 'open', season: 'coming', sort: 'camp_start' } }),
    staleTime: 0,
  });
}

/** Shows what a message will look like and how many people get it. Sends nothing. */
export function usePreviewMessage(target: MessageTarget) {
  return useMutation({
    mutationFn: (draft: MessageDraft) =>
      call('POST /messages/preview', { body: { ...target, ...draft } }),
  });
}

/** Sends a message. Sending it again with the same id reaches nobody twice. */
export function useSendMessage(target: MessageTarget) {
  return useChange(['outbox', 'auditLog'], (message: MessageDraft & { messageId: string }) =>
    call('POST /messages', { body: { ...target, ...message } }),
  );
}
