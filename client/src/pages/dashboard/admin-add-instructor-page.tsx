import { AddInstructor } from '../../features/instructor-admin/add-instructor.tsx';
import { AdminTaskPage } from './admin-task-page.tsx';

export function AdminAddInstructorPage() {
  return (
    <AdminTaskPage title="Add Instructor">
      <AddInstructor />
    </AdminTaskPage>
  );
}
