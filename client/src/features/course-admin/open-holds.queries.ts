import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useRefresh } from '../../lib/use-refresh.ts';

/** How often the list loads again, in milliseconds: seats are joined, paid for and freed all the time. */
const LOOK_AGAIN_MS = 15_000;

/** The held seats of a class that are not paid for yet; the first hold to end comes first. */
export function classHoldsOptions(classId: string) {
  return queryOptions({
    queryKey: ['classHolds', classId],
    queryFn: () => call('GET /classHolds/:classId', { params: { classId } }),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Gives a held seat of a class back; given its cart id. */
export function useReleaseHold(classId: string) {
  const refresh = useRefresh(['classHolds', 'adminClasses', 'classes', 'popularcl', 'auditLog']);
  return useMutation({
    networkMode: 'always',
    mutationFn: (cartId: string) =>
      call('DELETE /classHolds/:classId/:cartId', { params: { classId, cartId } }),
    // Also after a refusal: the seat was paid for or is free already.
    onSettled: refresh,
  });
}
