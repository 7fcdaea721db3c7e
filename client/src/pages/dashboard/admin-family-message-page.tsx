import { FamilyMessage } from '../../features/messages/school-messages/family-message.tsx';
import { useSession } from '../../session/auth.tsx';

export function AdminFamilyMessagePage() {
  const { user } = useSession();
  return user && <FamilyMessage author={user.email} />;
}
