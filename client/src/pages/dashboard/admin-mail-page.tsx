import { useParams } from 'react-router-dom';
import { MailDetails } from '../../features/mail/outbox/mail-details.tsx';

export function AdminMailPage() {
  const { id = '' } = useParams();
  return <MailDetails key={id} id={id} />;
}
