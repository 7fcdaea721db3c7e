import { queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { listOptions, toQuery } from '../../../lib/list.queries.ts';
import { useChange } from '../../../lib/use-change.ts';

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
export function openRefundsOptions({
  page,
  ...wanted
}: {
  search: string;
  filters: object;
  page: number;
}) {
  return {
    ...listOptions('openRefunds', 'GET /openRefunds', page, toQuery(wanted)),
    refetchInterval: LOOK_AGAIN_MS,
  };
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
  return useChange(CHANGED, (refundId: string) =>
    call('POST /openRefunds/:refundId/retry', { params: { refundId } }),
  );
}

/** Says which seat a refund was for; null keeps all seats. Or says that a failed refund was paid in another way. */
export function useAnswerRefund(refundId: string) {
  return useChange(
    CHANGED,
    (body: { cartId: string | null; paidOtherwise?: number; note?: string }) =>
      call('POST /openRefunds/:refundId/answer', { params: { refundId }, body }),
  );
}
