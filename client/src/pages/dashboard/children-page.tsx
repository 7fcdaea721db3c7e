import { ChildList } from '../../features/family/children/child-list.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';

/** The children of a student's account. */
export function ChildrenPage() {
  const { user } = useSession();
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.children} />
      <ChildList isConfirmed={user?.isVerified ?? false} />
    </>
  );
}
