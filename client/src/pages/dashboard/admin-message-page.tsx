import { useParams } from 'react-router-dom';
import { MessageThread } from '../../features/mail/contact/message-thread.tsx';
import { MailBadge } from '../../features/mail/outbox/mail-badge.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { paths } from '../../lib/paths.ts';
import { TaskPage } from './task-page.tsx';

export function AdminMessagePage() {
  const { id = '' } = useParams();
  return (
    <TaskPage head={DASHBOARD_HEADS.message} back={{ to: paths.messages, label: 'Contact Inbox' }}>
      <MessageThread key={id} id={id} mailState={(state) => <MailBadge state={state} />} />
    </TaskPage>
  );
}
