import type { MessageGroup } from '@speakifyr/contract/message-groups.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** What somebody writes to a class. */
export type MessageDraft = { subject: string; text: string };

/** To whom: one class or several, and everyone in them or a group. */
export type MessageTarget = { classIds: string[]; group?: MessageGroup };

/** Shows what a message will look like and how many people get it. Sends nothing. */
export function usePreviewMessage(target: MessageTarget) {
  return useMutation({
    mutationFn: (draft: MessageDraft) =>
      call('POST /messages/preview', { body: { ...target, ...draft } }),
  });
}
