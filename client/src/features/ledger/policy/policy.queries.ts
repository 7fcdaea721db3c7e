import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

const KEY = ['refundPolicy', 'to change'];

/** The refund policy for its form: loaded each time the form opens, and kept as is while it is open. */
export function policyOptions() {
  return queryOptions({
    queryKey: KEY,
    queryFn: () => call('GET /refundPolicy'),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Changes the refund policy. `version` is the one that the admin saw. */
export function useChangePolicy() {
  const queryClient = useQueryClient();
  const refresh = useRefresh(['refundPolicy', 'auditLog']);
  return useMutation({
    mutationFn: (body: RefundTerms) => call('PUT /refundPolicy', { body }),
    onSuccess: (terms) => {
      refresh();
      queryClient.setQueryData(KEY, terms);
    },
  });
}
