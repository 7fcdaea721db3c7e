import { OwnPage } from '../../features/instructors/own-page.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { BackLink } from './back-link.tsx';

export function InstructorOwnPage() {
  const { readUserAgain } = useSession();
  return (
    <>
      <BackLink to={paths.instructor} label="Dashboard" />
      {/* The new photo also belongs in the navigation bar. */}
      <OwnPage onSaved={() => void readUserAgain()} />
    </>
  );
}
