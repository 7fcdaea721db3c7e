import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

/** All extras that a seat should have, with what the family saw for each, in cents. */
export type WantedExtras = Input<Contract['PUT /seatExtras/:cartId']>['body']['extras'];

/** What a seat has and what can be chosen for it. Others may take the last one at any time, so it is never kept. */
export function seatExtrasOptions(cartId: string) {
  return queryOptions({
    queryKey: ['seatExtras', cartId],
    queryFn: () => call('GET /seatExtras/:cartId', { params: { cartId } }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Chooses a seat's extras. Ends when Enrolled Course knows what is owed for them, so the next page can ask for it. */
export function useChooseExtras(cartId: string) {
  const queryClient = useQueryClient();
  return useChange(
    ['seatExtras', 'myclass', 'myEnrolledClass', 'cancellation'],
    async (extras: WantedExtras) => {
      await call('PUT /seatExtras/:cartId', { params: { cartId }, body: { extras } });
      await queryClient.invalidateQueries({ queryKey: ['myEnrolledClass'] });
    },
  );
}
