import { OwnPage } from '../../features/own-page/own-page.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';

export function InstructorOwnPage() {
  const { readUserAgain } = useSession();
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.ownPage} />
      {/* The new photo also belongs in the navigation bar. */}
      <OwnPage onSaved={() => void readUserAgain()} />
    </>
  );
}
