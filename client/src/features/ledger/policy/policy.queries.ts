import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { useQueryClient } from '@tanstack/react-query';
import { readOnce } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

/** Changes the refund policy. `version` is the one that the admin saw. */
export function useChangePolicy() {
  const queryClient = useQueryClient();
  return useChange('PUT /refundPolicy', async (body: RefundTerms) => {
    const terms = await call('PUT /refundPolicy', { body });
    queryClient.setQueryData(readOnce('GET /refundPolicy').queryKey, terms);
  });
}
