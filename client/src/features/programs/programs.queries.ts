import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
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
