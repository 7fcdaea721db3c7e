import { AttendanceSheet } from '../../features/attendance/attendance-sheet.tsx';
import { useChosenCourse } from '../../features/roster/class-choice.tsx';
import { OwnCourse } from '../../features/roster/own-course.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { BackLink } from './back-link.tsx';

export function InstructorAttendancePage() {
  const { user } = useSession();
  const { linkTo } = useChosenCourse();
  if (!user) return null;
  return (
    <>
      <BackLink to={linkTo(paths.courseDay)} label="Day list" />
      <OwnCourse email={user.email} title="Attendance sheet">
        {(classId) => <AttendanceSheet classId={classId} />}
      </OwnCourse>
    </>
  );
}
