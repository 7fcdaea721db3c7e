import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { listOptions, toQuery } from '../../lib/list.queries.ts';
import { loadAll } from '../../lib/load-all.ts';

/** Limits the audit log. The days are the school's, yyyy-mm-dd, and both are included. */
export type AuditSearch = {
  search: string;
  filters: { who?: string; action?: AuditAction; target?: string; from?: string; to?: string };
};

/** A page of the audit log, latest first; searched in who, action and target. */
export function auditLogOptions({ page, ...wanted }: AuditSearch & { page: number }) {
  return listOptions('auditLog', 'GET /auditLog', page, toQuery(wanted));
}

/** All entries that search and filters find. */
export function loadWholeAuditLog(wanted: AuditSearch): Promise<AuditEntry[]> {
  return loadAll('GET /auditLog', { query: { all: 'true', ...toQuery(wanted) } });
}

/** The admins by name, to choose one from. */
export function adminsOptions() {
  return queryOptions({
    queryKey: ['userList', 'admins'],
    queryFn: () => call('GET /userList', { query: { role: 'admin', size: MAX_PAGE_SIZE } }),
  });
}
