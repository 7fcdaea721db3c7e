import { CourseList } from '../../features/course-admin/course-list.tsx';
import { AdminTaskPage } from './admin-task-page.tsx';

export function AdminUpdateCoursePage() {
  return (
    <AdminTaskPage title="Update Course">
      <CourseList />
    </AdminTaskPage>
  );
}
