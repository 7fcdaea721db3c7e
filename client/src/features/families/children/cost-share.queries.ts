import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { CHILD_KEYS } from './children.queries.ts';

/** Asks another guardian to pay a share of what a child's classes cost. */
export function useAskCostShare(id: string) {
  return useChange(CHILD_KEYS, (body: { guardianId: string; percent: number }) =>
    call('POST /myChildren/:id/costShare', { params: { id }, body }),
  );
}

/** Accepts or declines what another guardian asks, as the person saw it. */
export function useAnswerCostShare(id: string) {
  return useChange(CHILD_KEYS, (body: { accept: boolean; askedBy: string; percent: number }) =>
    call('PUT /myChildren/:id/costShare', { params: { id }, body }),
  );
}

/** Withdraws the request, or stops sharing. */
export function useEndCostShare(id: string) {
  return useChange(CHILD_KEYS, () => call('DELETE /myChildren/:id/costShare', { params: { id } }));
}
