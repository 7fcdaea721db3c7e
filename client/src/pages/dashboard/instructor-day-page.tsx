import { ClassDay } from '../../features/attendance/class-day.tsx';
import { useChosenCourse } from '../../features/roster/class-choice.tsx';
import { OwnCourse } from '../../features/roster/own-course.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { BackLink } from './back-link.tsx';

export function InstructorDayPage() {
  const { user } = useSession();
  const { linkTo } = useChosenCourse();
  if (!user) return null;
  return (
    <>
      <BackLink to={linkTo(paths.manageCourse)} label="Enrolled Students" />
      <OwnCourse email={user.email} title="Day list">
        {(classId) => (
          <ClassDay
            key={classId}
            classId={classId}
            sheet={linkTo(paths.courseAttendance)}
            mayOverride={false}
          />
        )}
      </OwnCourse>
    </>
  );
}
