import { CourseCalendar } from '../../features/course-admin/course-calendar.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { readToday } from '../../lib/format.ts';
import { TaskPage } from './task-page.tsx';

export function AdminCourseCalendarPage() {
  return (
    <TaskPage head={DASHBOARD_HEADS.courseCalendar}>
      <CourseCalendar today={readToday()} />
    </TaskPage>
  );
}
