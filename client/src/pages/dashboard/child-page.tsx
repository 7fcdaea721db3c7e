import { useParams } from 'react-router-dom';
import { Child } from '../../features/family/children/child.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { TaskPage } from './task-page.tsx';

/** One child of a student's account. */
export function ChildPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  return (
    <TaskPage head={DASHBOARD_HEADS.child} back={{ to: paths.children, label: 'My Children' }}>
      <Child key={id} id={id} isConfirmed={user?.isVerified ?? false} />
    </TaskPage>
  );
}
