import { useParams } from 'react-router-dom';
import { Child } from '../../features/family/children/child.tsx';
import { useSession } from '../../session/auth.tsx';

/** One child of a student's account. */
export function ChildPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  return <Child key={id} id={id} isConfirmed={user?.isVerified ?? false} />;
}
