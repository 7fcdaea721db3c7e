import { CareSheet } from '../../features/families/care/care-sheet.tsx';
import { useChosenCourse } from '../../features/roster/class-choice.tsx';
import { OwnCourse } from '../../features/roster/own-course.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { BackLink } from './back-link.tsx';

export function InstructorCarePage() {
  const { user } = useSession();
  const { linkTo } = useChosenCourse();
  if (!user) return null;
  return (
    <>
      <BackLink to={linkTo(paths.manageCourse)} label="Enrolled Students" />
      <OwnCourse email={user.email} title="Care sheet">
        {(classId) => <CareSheet classId={classId} />}
      </OwnCourse>
    </>
  );
}
