import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { readOnce } from '../../lib/read.ts';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/use-change.ts';

/** All discounts of the school, with their version. */
export type SchoolDiscounts = Output<Contract['GET /discounts']>;

/** Replaces all discounts. `version` is the one that the admin saw. */
export function useChangeDiscounts() {
  const queryClient = useQueryClient();
  return useChange('PUT /discounts', async (body: SchoolDiscounts) => {
    const discounts = await call('PUT /discounts', { body });
    queryClient.setQueryData(readOnce('GET /discounts').queryKey, discounts);
  });
}
