import type { MailKind, MailState } from '@speakifyr/contract/mail-kinds.ts';
import { queryOptions } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call, callList } from '../../../lib/api.ts';
import { listOptions, toQuery } from '../../../lib/list.queries.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

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
    ...listOptions('outbox', 'GET /outbox', page, toQuery(wanted)),
    refetchInterval: ({ state }) => (state.data?.items.some(isWaiting) ? LOOK_AGAIN_MS : false),
  });
}

/** An email with its content. Loads again while it is waiting. */
export function mailOptions(id: string) {
  return queryOptions({
    queryKey: ['outbox', 'mail', id],
    queryFn: () => call('GET /outbox/:id', { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? LOOK_AGAIN_MS : false),
  });
}

/** How many emails have failed. */
export function failedMailsOptions() {
  return queryOptions({
    queryKey: ['outbox', 'failed'],
    queryFn: async () =>
      (await callList('GET /outbox', { query: { page: 1, size: 1, state: 'failed' } })).total,
    refetchInterval: COUNT_AGAIN_MS,
  });
}

/** What an admin can do about an email: send it again, or give up on one that has failed. */
export type MailAct = 'retry' | 'dismiss';

/** Does it to the email with the given id. */
export function useMailAct(act: MailAct) {
  return useChange(['outbox', 'family'], (id: string) =>
    call(`POST /outbox/:id/${act}`, { params: { id } }),
  );
}

/** Corrects the address of a reply to somebody without an account, and sends it there. */
export function useCorrectAddress(id: string) {
  return useChange(['outbox', 'contactMessages'], (body: { email: string; note: string }) =>
    call('POST /outbox/:id/correct', { params: { id }, body }),
  );
}

/** Loads the lists and counts again when an email that was waiting was sent or has failed. */
export function useRefreshWhenDone(mail: { state: MailState } | undefined): void {
  const refresh = useRefresh(['outbox']);
  const isWaitingNow = mail !== undefined && isWaiting(mail);
  const wasWaiting = useRef(false);
  const onDone = useEffectEvent(refresh);
  useEffect(() => {
    if (wasWaiting.current && !isWaitingNow) onDone();
    wasWaiting.current = isWaitingNow;
  }, [isWaitingNow]);
}

/** Whether its state changes by itself. */
function isWaiting({ state }: { state: MailState }): boolean {
  return state === 'queued' || state === 'sending';
}
