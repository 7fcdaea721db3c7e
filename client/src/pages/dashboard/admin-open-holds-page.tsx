import { useParams } from 'react-router-dom';
import { HoldTime } from '../../features/cart/hold-time.tsx';
import { OpenHolds } from '../../features/course-admin/open-holds.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { paths } from '../../lib/paths.ts';
import { AdminTaskPage } from './admin-task-page.tsx';

export function AdminOpenHoldsPage() {
  const { id = '' } = useParams();
  return (
    <AdminTaskPage
      head={DASHBOARD_HEADS.openHolds}
      back={{ to: paths.updateCourse, label: 'Update Course' }}
    >
      <OpenHolds
        key={id}
        classId={id}
        renderHold={(heldUntil) => <HoldTime heldUntil={heldUntil} />}
      />
    </AdminTaskPage>
  );
}
