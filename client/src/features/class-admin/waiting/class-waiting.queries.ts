import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';

/** How often the list loads again, in milliseconds: seats are offered and taken all the time. */
const LOOK_AGAIN_MS = 15_000;

/** What an offer or another order changes. */
const CHANGED = [
  'classWaiting',
  'classPeople',
  'classList',
  'adminClasses',
  'adminStats',
  'classes',
  'popularcl',
  'auditLog',
];

/** The waiting list of a class, in order, and what is offered. */
export function classWaitingOptions(classId: string) {
  return queryOptions({
    queryKey: ['classWaiting', classId],
    queryFn: () => call('GET /classWaiting/:classId', { params: { classId } }),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Offers free or kept seats to an entry, given its id, before its turn. */
export function useOfferSeat(classId: string) {
  return useChange(CHANGED, (waitId: string) =>
    call('POST /classWaiting/:classId/:waitId/offer', { params: { classId, waitId } }),
  );
}

/** Changes the place of an entry: a higher priority comes first. */
export function useChangeOrder(classId: string) {
  return useChange(CHANGED, ({ waitId, priority }: { waitId: string; priority: number }) =>
    call('PATCH /classWaiting/:classId/:waitId', {
      params: { classId, waitId },
      body: { priority },
    }),
  );
}
