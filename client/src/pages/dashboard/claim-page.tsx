import { ClaimFamily } from '../../features/families/children/claim-family.tsx';
import { useSession } from '../../session/auth.tsx';

/** A parent takes over the family that the office booked for. */
export function ClaimPage() {
  const { user } = useSession();
  return <ClaimFamily isConfirmed={user?.isVerified ?? false} />;
}
