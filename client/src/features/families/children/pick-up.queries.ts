import type { OwnBlock } from '@speakifyr/contract/must-not-collect.ts';
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

/** Says from what time of day on a child may leave alone, HH:MM at the school. */
export function useAllowLeavingAlone(childId: string) {
  return useChange(CHILD_KEYS, (from: string) =>
    call('PUT /myChildren/:id/mayLeaveAlone', { params: { id: childId }, body: { from } }),
  );
}

/** Revokes that a child may leave alone. */
export function useEndLeavingAlone(childId: string) {
  return useChange(CHILD_KEYS, () =>
    call('DELETE /myChildren/:id/mayLeaveAlone', { params: { id: childId } }),
  );
}

/** Says who must not collect a child. */
export function useAddBlock(childId: string) {
  return useChange(CHILD_KEYS, (body: Omit<OwnBlock, '_id'>) =>
    call('POST /myChildren/:id/mustNotCollect', { params: { id: childId }, body }),
  );
}

/** Ends what the person said about somebody, given the entry's id. */
export function useEndBlock(childId: string) {
  return useChange(CHILD_KEYS, (entryId: string) =>
    call('DELETE /myChildren/:id/mustNotCollect/:entryId', { params: { id: childId, entryId } }),
  );
}
