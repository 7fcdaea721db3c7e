import { useParams } from 'react-router-dom';
import { MailDetails } from '../../features/outbox/mail-details.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { paths } from '../../lib/paths.ts';
import { AdminTaskPage } from './admin-task-page.tsx';

export function AdminMailPage() {
  const { id = '' } = useParams();
  return (
    <AdminTaskPage head={DASHBOARD_HEADS.mail} back={{ to: paths.outbox, label: 'Outbox' }}>
      <MailDetails key={id} id={id} />
    </AdminTaskPage>
  );
}
