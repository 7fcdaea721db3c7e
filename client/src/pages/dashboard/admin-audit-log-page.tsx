import { AuditLog } from '../../features/audit/audit-log.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { AdminTaskPage } from './admin-task-page.tsx';

export function AdminAuditLogPage() {
  return (
    <AdminTaskPage head={DASHBOARD_HEADS.auditLog}>
      <AuditLog />
    </AdminTaskPage>
  );
}
