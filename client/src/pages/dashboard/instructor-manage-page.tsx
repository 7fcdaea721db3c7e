import { EnrolledStudents } from '../../features/roster/enrolled-students.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';

export function InstructorManagePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.manageCourse} />
      <EnrolledStudents email={user.email} />
    </>
  );
}
