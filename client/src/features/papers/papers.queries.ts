import { DEFAULT_PAGE_SIZE, type PaperKind } from '@speakifyr/contract/limits.ts';
import type { ListedPaper } from '@speakifyr/contract/papers.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';

/** Limits the list of papers. The days are the school's, yyyy-mm-dd, and both are included. */
export type PaperSearch = {
  search: string;
  filters: { kind?: PaperKind; from?: string; to?: string };
};

/** A page of the receipts or of the credit notes, newest first. */
export function papersOptions({ search, filters, page }: PaperSearch & { page: number }) {
  return queryOptions({
    queryKey: ['papers', { search, filters, page }],
    queryFn: () => loadPapers({ search, filters }, { page, size: DEFAULT_PAGE_SIZE }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Loads one page of the papers. */
export function loadPapers(
  { search, filters }: PaperSearch,
  at: { page: number; size: number },
): Promise<{ items: ListedPaper[]; total: number }> {
  return callList('GET /papers', { query: { ...at, ...filters, ...(search && { search }) } });
}

/** How many papers the list has on all pages, and their sums. */
export function paperTotalsOptions({ search, filters }: PaperSearch) {
  const query = { ...filters, ...(search && { search }) };
  return queryOptions({
    queryKey: ['papers', 'totals', query],
    queryFn: () => call('GET /paperTotals', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
