import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

/** All extras of the school, with their version. */
export type SchoolExtras = Output<Contract['GET /extras']>;

const KEY = ['extras'];

/** The extras for their form: loaded each time the page opens, and kept as they are while it is open. */
export function extrasOptions() {
  return queryOptions({
    queryKey: KEY,
    queryFn: () => call('GET /extras'),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Replaces all extras. `version` is the one that the admin saw. */
export function useChangeExtras() {
  const queryClient = useQueryClient();
  const refresh = useRefresh(['classes', 'auditLog']);
  return useMutation({
    mutationFn: (body: SchoolExtras) => call('PUT /extras', { body }),
    onSuccess: (extras) => {
      refresh();
      queryClient.setQueryData(KEY, extras);
    },
  });
}
