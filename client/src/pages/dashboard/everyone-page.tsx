import { EveryoneNow } from '../../features/attendance/everyone-now.tsx';
import { KeepForToday } from '../../features/attendance/keep-for-today.tsx';
import { linkToPageOf, paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { mayOpen } from '../../session/rights.ts';
import { useRole } from '../../session/use-role.ts';
import { NotFoundPage } from '../not-found-page.tsx';

/** Everyone, now. Families and accountants don't have it: the server would log them out. */
export function EveryonePage() {
  const { role } = useRole();
  const { user } = useSession();
  if (!role || !user) return null;
  const isAdmin = role === 'admin' && mayOpen(paths.everyone, user.bundle);
  if (!isAdmin && role !== 'instructor') return <NotFoundPage />;
  return (
    <>
      <KeepForToday user={user} />
      <EveryoneNow
        linkToDay={isAdmin ? (classId) => linkToPageOf('classDay', classId) : undefined}
      />
    </>
  );
}
