import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { MoneyRow } from '@speakifyr/contract/months.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { loadAll } from '../../../lib/load-all.ts';
import { useChange } from '../../../lib/use-change.ts';

/** The months with money, newest first. */
export function monthsOptions() {
  return queryOptions({
    queryKey: ['months'],
    queryFn: () => call('GET /months'),
    staleTime: 0,
  });
}

/** What a month adds up to. @param month yyyy-mm */
export function monthOptions(month: string) {
  return queryOptions({
    queryKey: ['months', month],
    queryFn: () => call('GET /months/:month', { params: { month } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** A page of a month's rows, oldest first. */
export function monthRowsOptions(month: string, page: number) {
  return queryOptions({
    queryKey: ['months', month, 'rows', page],
    queryFn: () =>
      callList('GET /months/:month/rows', {
        params: { month },
        query: { page, size: DEFAULT_PAGE_SIZE },
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** All of a month's rows. */
export function loadAllMonthRows(month: string): Promise<MoneyRow[]> {
  return loadAll('GET /months/:month/rows', { params: { month } });
}

/** Closes a month for good. */
export function useCloseMonth() {
  return useChange(['months', 'auditLog'], (month: string) =>
    call('POST /months/:month/close', { params: { month } }),
  );
}
