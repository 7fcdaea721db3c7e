import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';

/** Limits the audit log. The days are the school's, yyyy-mm-dd, and both are included. */
export type AuditSearch = {
  search: string;
  filters: { who?: string; action?: AuditAction; target?: string; from?: string; to?: string };
};

/** A page of the audit log, latest first; searched in who, action and target. */
export function auditLogOptions({ search, filters, page }: AuditSearch & { page: number }) {
  return queryOptions({
    queryKey: ['auditLog', { search, filters, page }],
    queryFn: () => loadAuditLog({ search, filters }, { page, size: DEFAULT_PAGE_SIZE }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Loads one page of the audit log. */
export function loadAuditLog(
  { search, filters }: AuditSearch,
  at: { page: number; size: number },
): Promise<{ items: AuditEntry[]; total: number }> {
  return callList('GET /auditLog', { query: { ...at, ...filters, ...(search && { search }) } });
}

/** The admins by name, to choose one from. */
export function adminsOptions() {
  return queryOptions({
    queryKey: ['userList', 'admins'],
    queryFn: () => call('GET /userList', { query: { role: 'admin', size: MAX_PAGE_SIZE } }),
  });
}
