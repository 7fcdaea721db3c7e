import { WaitingList } from '../../features/enrollment/waiting/waiting-list.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';

/** The full classes that a student waits for. */
export function WaitingPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.waiting} />
      <WaitingList email={user.email} />
    </>
  );
}
