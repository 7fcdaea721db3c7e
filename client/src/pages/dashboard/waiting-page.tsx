import { WaitingList } from '../../features/enrollment/waiting/waiting-list.tsx';
import { useSession } from '../../session/auth.tsx';

/** The full classes that a student waits for. */
export function WaitingPage() {
  const { user } = useSession();
  if (!user) return null;
  return <WaitingList email={user.email} />;
}
