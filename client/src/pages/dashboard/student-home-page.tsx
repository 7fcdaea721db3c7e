import { YourData } from '../../features/account/your-data.tsx';
import { StudentHome } from '../../features/student/student-home.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';

export function StudentHomePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.student} />
      <StudentHome user={user} />
      <YourData user={user} />
    </>
  );
}
