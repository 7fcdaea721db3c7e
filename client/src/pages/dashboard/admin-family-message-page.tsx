import { FamilyMessage } from '../../features/mail/school-messages/family-message.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { TaskPage } from './task-page.tsx';

export function AdminFamilyMessagePage() {
  const { user } = useSession();
  return (
    <TaskPage head={DASHBOARD_HEADS.familyMessage}>
      {user && <FamilyMessage author={user.email} />}
    </TaskPage>
  );
}
