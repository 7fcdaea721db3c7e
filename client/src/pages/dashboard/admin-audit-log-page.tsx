import { AuditLog } from '../../features/audit/audit-log.tsx';
import { AdminTaskPage } from './admin-task-page.tsx';

export function AdminAuditLogPage() {
  return (
    <AdminTaskPage title="Audit Log">
      <AuditLog />
    </AdminTaskPage>
  );
}
