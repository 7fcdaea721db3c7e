import { YourData } from '../../features/account/your-data.tsx';
import { StudentHome } from '../../features/student/student-home.tsx';
import { useSession } from '../../session/auth.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

export function StudentHomePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageTitle title="User dashboard" />
      <StudentHome user={user} />
      <YourData user={user} />
    </>
  );
}
