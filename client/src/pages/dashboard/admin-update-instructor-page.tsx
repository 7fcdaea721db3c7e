import { UpdateInstructor } from '../../features/instructor-admin/update-instructor.tsx';
import { AdminTaskPage } from './admin-task-page.tsx';

export function AdminUpdateInstructorPage() {
  return (
    <AdminTaskPage title="Update Instructor">
      <UpdateInstructor />
    </AdminTaskPage>
  );
}
