import { useParams } from 'react-router-dom';
import { AttendanceSheet } from '../../features/attendance/attendance-sheet.tsx';
import { useChosenCourse } from '../../features/roster/class-choice.tsx';
import { OwnCourse } from '../../features/roster/own-course.tsx';
import { linkToPageOf, paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { BackLink } from './back-link.tsx';

/** The attendance sheet of the class in the address, for an admin; or of the instructor's own course. */
export function AttendanceSheetPage() {
  const { id } = useParams();
  const { user } = useSession();
  const { linkTo } = useChosenCourse();
  if (!user) return null;
  return (
    <>
      <BackLink to={id ? linkToPageOf('classDay', id) : linkTo(paths.courseDay)} label="Day list" />
      {id ? (
        <AttendanceSheet key={id} classId={id} />
      ) : (
        <OwnCourse email={user.email} title="Attendance sheet">
          {(classId) => <AttendanceSheet classId={classId} />}
        </OwnCourse>
      )}
    </>
  );
}
