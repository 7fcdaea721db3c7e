import { CourseList } from '../../features/course-admin/course-list.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { AdminTaskPage } from './admin-task-page.tsx';

export function AdminUpdateCoursePage() {
  return (
    <AdminTaskPage head={DASHBOARD_HEADS.updateCourse}>
      <CourseList />
    </AdminTaskPage>
  );
}
