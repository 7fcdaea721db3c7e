import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callList } from '../../lib/api.ts';

/** A page of the audit log, latest first; searched in who, action and target. */
export function auditLogOptions({ search, page }: { search: string; page: number }) {
  return queryOptions({
    queryKey: ['auditLog', { search, page }],
    queryFn: () =>
      callList('GET /auditLog', {
        query: { page, size: DEFAULT_PAGE_SIZE, ...(search && { search }) },
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
