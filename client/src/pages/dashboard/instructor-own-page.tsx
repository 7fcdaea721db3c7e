import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { OwnPage } from '../../features/instructors/own-page.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';

export function InstructorOwnPage() {
  const { readUserAgain } = useSession();
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.ownPage} />
      <Link to={paths.instructor} className="btn btn-ghost btn-sm mb-3 -ml-3">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Dashboard
      </Link>
      {/* The new photo also belongs in the navigation bar. */}
      <OwnPage onSaved={() => void readUserAgain()} />
    </>
  );
}
