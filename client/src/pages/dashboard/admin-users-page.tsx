import { UsersTable } from '../../features/users/users-table.tsx';
import { useSession } from '../../session/auth.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

export function AdminUsersPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageTitle title="Users | Admin dashboard" />
      <UsersTable ownEmail={user.email} />
    </>
  );
}
