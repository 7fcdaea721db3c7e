import { ChildList } from '../../features/families/children/child-list.tsx';
import { useSession } from '../../session/auth.tsx';
import { AidLink } from './aid-link.tsx';

/** The children of a student's account. */
export function ChildrenPage() {
  const { user } = useSession();
  return (
    <>
      <ChildList isConfirmed={user?.isVerified ?? false} />
      <AidLink />
    </>
  );
}
