import { type PaymentState } from '@speakifyr/contract/limits.ts';
import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { listOptions, toQuery } from '../../../lib/list.queries.ts';
import { loadAll } from '../../../lib/load-all.ts';

/** Limits the list of payments. The days are the school's, yyyy-mm-dd, and both are included. */
export type PaymentSearch = {
  search: string;
  filters: { state?: PaymentState; from?: string; to?: string };
};

/** A page of the payments, newest first; searched in name and email, or by the beginning of a payment id. */
export function paymentsOptions({ page, ...wanted }: PaymentSearch & { page: number }) {
  return listOptions('payments', 'GET /payments', page, toQuery(wanted));
}

/** All payments that search and filters find. */
export function loadAllPayments(wanted: PaymentSearch): Promise<ListedPayment[]> {
  return loadAll('GET /payments', { query: { all: 'true', ...toQuery(wanted) } });
}

/** How many payments there are in each state, and their sums. */
export function paymentTotalsOptions({ search, filters: { from, to } }: PaymentSearch) {
  const query = { ...(search && { search }), ...(from && { from }), ...(to && { to }) };
  return queryOptions({
    queryKey: ['payments', 'totals', query],
    queryFn: () => call('GET /paymentTotals', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
