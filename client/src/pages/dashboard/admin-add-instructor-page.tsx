import { AddInstructor } from '../../features/instructor-admin/add-instructor.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { AdminTaskPage } from './admin-task-page.tsx';

export function AdminAddInstructorPage() {
  return (
    <AdminTaskPage head={DASHBOARD_HEADS.addInstructor}>
      <AddInstructor />
    </AdminTaskPage>
  );
}
