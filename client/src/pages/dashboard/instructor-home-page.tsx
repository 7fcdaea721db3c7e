import { YourData } from '../../features/account/your-data.tsx';
import { InstructorHome } from '../../features/roster/instructor-home.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';

export function InstructorHomePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.instructor} />
      <InstructorHome user={user} />
      <YourData user={user} />
    </>
  );
}
