import { useParams } from 'react-router-dom';
import { MailDetails } from '../../features/mail/outbox/mail-details.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { paths } from '../../lib/paths.ts';
import { TaskPage } from './task-page.tsx';

export function AdminMailPage() {
  const { id = '' } = useParams();
  return (
    <TaskPage head={DASHBOARD_HEADS.mail} back={{ to: paths.outbox, label: 'Outbox' }}>
      <MailDetails key={id} id={id} />
    </TaskPage>
  );
}
