import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { readOnce } from '../../../lib/read.ts';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

/** All extras of the school, with their version. */
export type SchoolExtras = Output<Contract['GET /extras']>;

/** Replaces all extras. `version` is the one that the admin saw. */
export function useChangeExtras() {
  const queryClient = useQueryClient();
  return useChange('PUT /extras', async (body: SchoolExtras) => {
    const extras = await call('PUT /extras', { body });
    queryClient.setQueryData(readOnce('GET /extras').queryKey, extras);
  });
}
