import { CourseCalendar } from '../../features/course-admin/course-calendar.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { formatIsoDay } from '../../lib/format.ts';
import { AdminTaskPage } from './admin-task-page.tsx';

export function AdminCourseCalendarPage() {
  return (
    <AdminTaskPage head={DASHBOARD_HEADS.courseCalendar}>
      <CourseCalendar today={formatIsoDay(new Date())} />
    </AdminTaskPage>
  );
}
