import { useParams } from 'react-router-dom';
import { MessageThread } from '../../features/messages/contact/message-thread.tsx';
import { MailBadge } from '../../features/messages/outbox/mail-badge.tsx';

export function AdminMessagePage() {
  const { id = '' } = useParams();
  return <MessageThread key={id} id={id} mailState={(state) => <MailBadge state={state} />} />;
}
