import { Inbox } from '../../features/mail/contact/inbox.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { PageHead } from '../../ui/page-head.tsx';

export function AdminMessagesPage() {
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.messages} />
      <Inbox />
    </>
  );
}
