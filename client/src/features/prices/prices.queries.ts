import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useRefresh } from '../../lib/use-refresh.ts';

/** All discounts of the school, with their version. */
export type SchoolDiscounts = Output<Contract['GET /discounts']>;

const KEY = ['discounts'];

/** The discounts for their form: loaded each time the page opens, and kept as they are while it is open. */
export function discountsOptions() {
  return queryOptions({
    queryKey: KEY,
    queryFn: () => call('GET /discounts'),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** How often each code has been used so far. */
export function codeUsesOptions() {
  return queryOptions({
    queryKey: ['codeUses'],
    queryFn: () => call('GET /codeUses'),
    staleTime: 0,
  });
}

/** The open classes and drafts that are not over, by their first day. */
export function comingCoursesOptions() {
  return queryOptions({
    queryKey: ['adminClasses', 'coming'],
    queryFn: () => call('GET /adminClasses', { query: { season: 'coming' } }),
    staleTime: 0,
  });
}

/** Replaces all discounts. `version` is the one that the admin saw. */
export function useChangeDiscounts() {
  const queryClient = useQueryClient();
  const refresh = useRefresh(['classes', 'popularcl', 'auditLog']);
  return useMutation({
    mutationFn: (body: SchoolDiscounts) => call('PUT /discounts', { body }),
    onSuccess: (discounts) => {
      refresh();
      queryClient.setQueryData(KEY, discounts);
    },
  });
}
