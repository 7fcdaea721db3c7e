import { DEFAULT_PAGE_SIZE, type PaperKind } from '@speakifyr/contract/limits.ts';
import type { ListedPaper } from '@speakifyr/contract/papers.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { loadAll } from '../../../lib/load-all.ts';

/** Limits the list of papers. The days are the school's, yyyy-mm-dd, and both are included. */
export type PaperSearch = {
  search: string;
  filters: { kind?: PaperKind; from?: string; to?: string };
};

/** A page of the receipts or of the credit notes, newest first. */
export function papersOptions({ search, filters, page }: PaperSearch & { page: number }) {
  return queryOptions({
    queryKey: ['papers', { search, filters, page }],
    queryFn: () =>
      callList('GET /papers', {
        query: { page, size: DEFAULT_PAGE_SIZE, ...toQuery({ search, filters }) },
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** All papers that search and filters find. */
export function loadAllPapers(wanted: PaperSearch): Promise<ListedPaper[]> {
  return loadAll('GET /papers', { query: { all: 'true', ...toQuery(wanted) } });
}

function toQuery({ search, filters }: PaperSearch) {
  return { ...filters, ...(search && { search }) };
}

/** How many papers the list has on all pages, and their sums. */
export function paperTotalsOptions(wanted: PaperSearch) {
  const query = toQuery(wanted);
  return queryOptions({
    queryKey: ['papers', 'totals', query],
    queryFn: () => call('GET /paperTotals', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
