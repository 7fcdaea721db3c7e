import { CourseCalendar } from '../../features/class-admin/edit/class-calendar.tsx';
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
