import type { User } from '@speakifyr/contract/identity.ts';
import { YourData } from '../../features/account/your-data.tsx';
import { useChildren } from '../../features/children/children.queries.ts';
import { StudentHome } from '../../features/student/student-home.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useUnanswered } from './use-unanswered.ts';

export function StudentHomePage() {
  const { user } = useSession();
  return user && <StudentHomeOf user={user} />;
}

function StudentHomeOf({ user }: { user: User }) {
  const mine = useChildren();
  const unanswered = useUnanswered(user.email);
  const invitations = mine.data?.invitations.length ?? 0;
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.student} />
      <StudentHome user={user} family={unanswered && { unanswered: unanswered[0], invitations }} />
      <YourData user={user} />
    </>
  );
}
