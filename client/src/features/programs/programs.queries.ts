import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import type { HookDelivery } from '@speakifyr/contract/webhooks.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';
import { useChange } from '../../lib/use-change.ts';

export type NewKey = Input<Contract['POST /apiKeys']>['body'];

/** All API keys, the newest first. */
export function apiKeysOptions() {
  return queryOptions({
    queryKey: ['apiKeys'],
    queryFn: () => call('GET /apiKeys'),
    staleTime: 0,
  });
}

/** Makes a key. Only its answer has the key itself. */
export function useMakeKey() {
  return useChange(['apiKeys', 'auditLog'], (body: NewKey) => call('POST /apiKeys', { body }));
}

export function useRevokeKey() {
  return useChange(['apiKeys', 'auditLog'], (id: string) =>
    call('DELETE /apiKeys/:id', { params: { id } }),
  );
}

export type NewWebhook = Input<Contract['POST /webhooks']>['body'];

/** All webhooks, the newest first. */
export function webhooksOptions() {
  return queryOptions({
    queryKey: ['webhooks'],
    queryFn: () => call('GET /webhooks'),
    staleTime: 0,
  });
}

/** Makes a webhook. Only its answer has the secret. */
export function useMakeWebhook() {
  return useChange(['webhooks', 'auditLog'], (body: NewWebhook) =>
    call('POST /webhooks', { body }),
  );
}

export function useRemoveWebhook() {
  return useChange(['webhooks', 'auditLog'], (id: string) =>
    call('DELETE /webhooks/:id', { params: { id } }),
  );
}

/** How often the page looks while something is on its way, in milliseconds. */
const LOOK_EVERY_MS = 3_000;
/** How many deliveries a webhook shows at first, and how many more each time. */
const SHOWN = 10;

/** The last deliveries of a webhook. While one is due now, they reload by themselves. */
export function deliveriesOptions(id: string, pages: number) {
  return queryOptions({
    queryKey: ['webhookDeliveries', id, pages],
    queryFn: () =>
      callList('GET /webhooks/:id/deliveries', {
        params: { id },
        query: { page: 1, size: SHOWN * pages },
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.items.some(isDueNow) && LOOK_EVERY_MS,
  });
}

function isDueNow({ nextAt }: HookDelivery): boolean {
  return nextAt !== null && Date.parse(nextAt) < Date.now() + 60_000;
}

/** A test, or a delivery again, may also switch the webhook on. */
const SENT = ['webhookDeliveries', 'webhooks'];

export function useTestWebhook(id: string) {
  return useChange(SENT, () => call('POST /webhooks/:id/test', { params: { id } }));
}

export function useSendAgain(id: string) {
  return useChange(SENT, (deliveryId: string) =>
    call('POST /webhooks/:id/deliveries/:deliveryId', { params: { id, deliveryId } }),
  );
}
