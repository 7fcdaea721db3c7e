import { EnrolledStudents } from '../../features/roster/enrolled-students.tsx';
import { useSession } from '../../session/auth.tsx';

export function InstructorManagePage() {
  const { user } = useSession();
  if (!user) return null;
  return <EnrolledStudents email={user.email} />;
}
