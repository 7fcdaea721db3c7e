import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

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

/** A page of the refunds that need an admin, oldest first: failed ones, and questions. */
export function openRefundsOptions({ search, page }: { search: string; page: number }) {
  return queryOptions({
    queryKey: ['openRefunds', { search, page }],
    queryFn: () =>
      callList('GET /openRefunds', {
        query: { page, size: DEFAULT_PAGE_SIZE, ...(search && { search }) },
      }),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: keepPreviousData,
  });
}

/** How many refunds need an admin. */
export function refundCountOptions() {
  return queryOptions({
    queryKey: ['openRefunds', 'count'],
    queryFn: async () =>
      (await callList('GET /openRefunds', { query: { page: 1, size: 1 } })).total,
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
