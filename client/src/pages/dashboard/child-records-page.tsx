import { useParams } from 'react-router-dom';
import { ChildRecords } from '../../features/safety/child-records.tsx';
import { linkToChild } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { BackLink } from './back-link.tsx';

/** The doses and incidents of a child, for its guardians and for admins. */
export function ChildRecordsPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const isAdmin = user?.role === 'admin';
  return (
    <>
      {!isAdmin && <BackLink to={linkToChild(id)} label="Child" />}
      <ChildRecords key={id} childId={id} mayAdd={isAdmin} />
    </>
  );
}
