import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { PUBLIC } from '../../../lib/query-client.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

/** What shows seats or their money. */
const SEAT_KEYS = [
  'myCancellations',
  'myCredit',
  'myEnrolledClass',
  'receipt',
  'userStats',
  'classes',
  'popularcl',
];

/** What canceling this seat now refunds. It changes from one day to the next, so it is never kept. */
export function cancellationOptions(cartId: string) {
  return queryOptions({
    queryKey: ['cancellation', cartId],
    queryFn: () => call('GET /cancellation/:cartId', { params: { cartId } }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The seats that the student paid for and that were canceled, newest first. */
export function myCancellationsOptions(email: string) {
  return queryOptions({
    queryKey: ['myCancellations', email],
    queryFn: () => call('GET /myCancellations'),
    // Money can arrive, and the school can cancel a class, at any time.
    staleTime: 0,
  });
}

/** The refund policy for new purchases. */
export function refundPolicyOptions() {
  return queryOptions({
    queryKey: ['refundPolicy'],
    queryFn: () => call('GET /refundPolicy'),
    meta: PUBLIC,
  });
}

/** Cancels a seat for the amount that the person has seen, in cents. */
export function useCancelSeat(cartId: string) {
  const refresh = useRefresh(SEAT_KEYS);
  const refreshPreview = useRefresh(['cancellation']);
  return useMutation({
    mutationFn: (body: { refund: number; asCredit?: boolean }) =>
      call('POST /cancellation/:cartId', { params: { cartId }, body }),
    // What the page showed has changed. Once the seat is canceled, there is nothing to read again.
    onError: refreshPreview,
    onSettled: refresh,
  });
}

/** Puts a seat up for resale, or takes that back. */
export function useResale(cartId: string) {
  const queryClient = useQueryClient();
  return useChange(['cancellation', ...SEAT_KEYS], async (isForResale: boolean) => {
    await call('PUT /resales/:cartId', { params: { cartId }, body: { isForResale } });
    queryClient.setQueryData(
      cancellationOptions(cartId).queryKey,
      (preview) => preview && { ...preview, isForResale },
    );
  });
}
