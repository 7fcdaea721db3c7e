import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { readAgain, useChange } from '../../../lib/use-change.ts';

/** All extras that a seat should have, with what the family saw for each, in cents. */
export type WantedExtras = Input<Contract['PUT /seatExtras/:cartId']>['body']['extras'];

/** Chooses a seat's extras. Ends when Enrolled Course knows what is owed for them, so the next page can ask for it. */
export function useChooseExtras(cartId: string) {
  const queryClient = useQueryClient();
  return useChange('PUT /seatExtras/:cartId', async (extras: WantedExtras) => {
    await call('PUT /seatExtras/:cartId', { params: { cartId }, body: { extras } });
    await readAgain(queryClient, ['GET /myEnrolledClass']);
  });
}
