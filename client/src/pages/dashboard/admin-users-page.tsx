import { UserGrowth } from '../../features/overview/user-growth.tsx';
import { UsersTable } from '../../features/users/users-table.tsx';
import { useSession } from '../../session/auth.tsx';

export function AdminUsersPage() {
  const { user } = useSession();
  if (!user) return null;
  return <UsersTable own={user} growth={<UserGrowth email={user.email} />} />;
}
