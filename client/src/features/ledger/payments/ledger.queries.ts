import type { PaymentState } from '@speakifyr/contract/money-states.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';

/** Limits the list of payments. The days are the school's, yyyy-mm-dd, and both are included. */
export type PaymentSearch = {
  search: string;
  filters: { state?: PaymentState; from?: string; to?: string };
};

/** How many payments there are in each state, and their sums. */
export function paymentTotalsOptions({ search, filters: { from, to } }: PaymentSearch) {
  const query = { ...(search && { search }), ...(from && { from }), ...(to && { to }) };
  return { ...read('GET /paymentTotals', { query }), placeholderData: keepPreviousData };
}
