import type { MailKind, MailState } from '@speakifyr/contract/mail-kinds.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { read, readCount, readPage } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';
import { readAgain, useChange } from '../../../lib/use-change.ts';

/** How often emails that are on their way load again, and how often the failed ones are counted, in milliseconds. */
const LOOK_AGAIN_MS = 3_000;
const COUNT_AGAIN_MS = 60_000;

export type OutboxSearch = {
  search: string;
  filters: { state?: MailState; kind?: MailKind };
};

/** A page of the emails, newest first; searched in recipient and subject. Loads again while any of them is waiting. */
export function outboxOptions({ page, ...wanted }: OutboxSearch & { page: number }) {
  return queryOptions({
    ...readPage('GET /outbox', { page, ...wanted }),
    refetchInterval: ({ state }) => (state.data?.items.some(isWaiting) ? LOOK_AGAIN_MS : false),
  });
}

/** An email with its content. Loads again while it is waiting. */
export function mailOptions(id: string) {
  return queryOptions({
    ...read('GET /outbox/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? LOOK_AGAIN_MS : false),
  });
}

/** How many emails have failed. */
export function failedMailsOptions() {
  return { ...readCount('GET /outbox', { state: 'failed' }), refetchInterval: COUNT_AGAIN_MS };
}

/** What an admin can do about an email: send it again, or give up on one that has failed. */
export type MailAct = 'retry' | 'dismiss';

/** Does it to the email with the given id. */
export function useMailAct(act: MailAct) {
  return useChange(`POST /outbox/:id/${act}`, (id: string) =>
    call(`POST /outbox/:id/${act}`, { params: { id } }),
  );
}

/** Loads the lists and counts again when an email that was waiting was sent or has failed. */
export function useRefreshWhenDone(mail: { state: MailState } | undefined): void {
  const queryClient = useQueryClient();
  const isWaitingNow = mail !== undefined && isWaiting(mail);
  const wasWaiting = useRef(false);
  const onDone = useEffectEvent(() => readAgain(queryClient, ['GET /outbox', 'GET /outbox/:id']));
  useEffect(() => {
    if (wasWaiting.current && !isWaitingNow) onDone();
    wasWaiting.current = isWaitingNow;
  }, [isWaitingNow]);
}

/** Whether its state changes by itself. */
function isWaiting({ state }: { state: MailState }): boolean {
  return state === 'queued' || state === 'sending';
}
