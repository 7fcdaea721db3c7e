import { type PaperKind } from '@speakifyr/contract/limits.ts';
import type { ListedPaper } from '@speakifyr/contract/papers.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { listOptions, toQuery } from '../../../lib/list.queries.ts';
import { loadAll } from '../../../lib/load-all.ts';

/** Limits the list of papers. The days are the school's, yyyy-mm-dd, and both are included. */
export type PaperSearch = {
  search: string;
  filters: { kind?: PaperKind; from?: string; to?: string };
};

/** A page of the receipts or of the credit notes, newest first. */
export function papersOptions({ page, ...wanted }: PaperSearch & { page: number }) {
  return listOptions('papers', 'GET /papers', page, toQuery(wanted));
}

/** All papers that search and filters find. */
export function loadAllPapers(wanted: PaperSearch): Promise<ListedPaper[]> {
  return loadAll('GET /papers', { query: { all: 'true', ...toQuery(wanted) } });
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
