import { AuditLog } from '../../features/audit/audit-log.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { TaskPage } from './task-page.tsx';

export function AdminAuditLogPage() {
  return (
    <TaskPage head={DASHBOARD_HEADS.auditLog}>
      <AuditLog />
    </TaskPage>
  );
}
