import { CourseCalendar } from '../../features/course-admin/course-calendar.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { formatIsoDay } from '../../lib/format.ts';
import { TaskPage } from './task-page.tsx';

export function AdminCourseCalendarPage() {
  return (
    <TaskPage head={DASHBOARD_HEADS.courseCalendar}>
      <CourseCalendar today={formatIsoDay(new Date())} />
    </TaskPage>
  );
}
