import { UpdateInstructor } from '../../features/instructor-admin/update-instructor.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { AdminTaskPage } from './admin-task-page.tsx';

export function AdminUpdateInstructorPage() {
  return (
    <AdminTaskPage head={DASHBOARD_HEADS.updateInstructor}>
      <UpdateInstructor />
    </AdminTaskPage>
  );
}
