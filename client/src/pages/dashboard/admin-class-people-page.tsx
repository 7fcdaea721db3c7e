import { useParams } from 'react-router-dom';
import { HoldTime } from '../../features/cart/hold-time.tsx';
import { ClassPeople } from '../../features/class-people/class-people.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { paths } from '../../lib/paths.ts';
import { AdminTaskPage } from './admin-task-page.tsx';

export function AdminClassPeoplePage() {
  const { id = '' } = useParams();
  return (
    <AdminTaskPage
      head={DASHBOARD_HEADS.classPeople}
      back={{ to: paths.classList, label: 'Classes' }}
    >
      <ClassPeople
        key={id}
        classId={id}
        renderHold={(heldUntil) => <HoldTime heldUntil={heldUntil} />}
      />
    </AdminTaskPage>
  );
}
