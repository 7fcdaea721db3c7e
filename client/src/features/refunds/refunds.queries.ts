import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useRefresh } from '../../lib/use-refresh.ts';

/** How often the refunds are looked at again, in milliseconds. */
const LOOK_AGAIN_MS = 60_000;

/** What a refund or an answer about it changes. */
const CHANGED = [
  'openRefunds',
  'payments',
  'classPeople',
  'classList',
  'adminClasses',
  'classes',
  'popularcl',
  'auditLog',
];

/** The refunds that need an admin: failed ones, and questions. */
export function openRefundsOptions() {
  return queryOptions({
    queryKey: ['openRefunds'],
    queryFn: () => call('GET /openRefunds'),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Tries a failed refund again, given its id. */
export function useRetryRefund() {
  const refresh = useRefresh(CHANGED);
  return useMutation({
    networkMode: 'always',
    mutationFn: (refundId: string) =>
      call('POST /openRefunds/:refundId/retry', { params: { refundId } }),
    // Also after a refusal: another admin has done it before.
    onSettled: refresh,
  });
}

/** Says which seat a refund was for; null keeps all seats. Or says that a failed refund was paid in another way. */
export function useAnswerRefund(refundId: string) {
  const refresh = useRefresh(CHANGED);
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: { cartId: string | null; isPaidOtherwise?: true; note?: string }) =>
      call('POST /openRefunds/:refundId/answer', { params: { refundId }, body }),
    onSettled: refresh,
  });
}
