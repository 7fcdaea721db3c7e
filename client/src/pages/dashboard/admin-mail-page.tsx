import { useParams } from 'react-router-dom';
import { MailDetails } from '../../features/messages/outbox/mail-details.tsx';

export function AdminMailPage() {
  const { id = '' } = useParams();
  return <MailDetails key={id} id={id} />;
}
