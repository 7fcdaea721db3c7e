import { EnrolledStudents } from '../../features/roster/enrolled-students.tsx';
import { useSession } from '../../session/auth.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

export function InstructorManagePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageTitle title="Enrolled Students | Instructor dashboard" />
      <EnrolledStudents email={user.email} />
    </>
  );
}
