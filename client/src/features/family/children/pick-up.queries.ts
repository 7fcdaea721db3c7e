import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { CHILD_KEYS } from './children.queries.ts';

/** Makes a code for an adult, given their name. The answer is the only place that has its digits. */
export function useMakePickupCode(childId: string) {
  return useChange(CHILD_KEYS, (name: string) =>
    call('POST /pickupCode/:childId', { params: { childId }, body: { name } }),
  );
}

export function useWithdrawPickupCode(childId: string) {
  return useChange(CHILD_KEYS, () => call('DELETE /pickupCode/:childId', { params: { childId } }));
}
