import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useRefresh } from '../../lib/use-refresh.ts';

/** What somebody writes to a class. */
export type MessageDraft = { subject: string; text: string };

/** Shows what a message will look like and how many people get it. Sends nothing. */
export function usePreviewMessage(classId: string) {
  return useMutation({
    networkMode: 'always',
    mutationFn: (draft: MessageDraft) =>
      call('POST /messages/preview', { body: { classId, ...draft } }),
  });
}

/** Sends a message to everyone who is enrolled. Sending it again with the same id reaches nobody twice. */
export function useSendMessage(classId: string) {
  const refresh = useRefresh(['outbox', 'auditLog']);
  return useMutation({
    networkMode: 'always',
    mutationFn: (message: MessageDraft & { messageId: string }) =>
      call('POST /messages', { body: { classId, ...message } }),
    onSettled: refresh,
  });
}
