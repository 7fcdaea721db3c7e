import { YourData } from '../../features/account/your-data.tsx';
import { AdminHome } from '../../features/statistics/admin-home.tsx';
import { useSession } from '../../session/auth.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

export function AdminHomePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageTitle title="Admin dashboard" />
      <AdminHome user={user} />
      <YourData user={user} />
    </>
  );
}
