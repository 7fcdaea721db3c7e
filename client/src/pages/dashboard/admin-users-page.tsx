import { UserGrowth } from '../../features/overview/user-growth.tsx';
import { UsersTable } from '../../features/users/users-table.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';

export function AdminUsersPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.users} />
      <UsersTable own={user} growth={<UserGrowth email={user.email} />} />
    </>
  );
}
