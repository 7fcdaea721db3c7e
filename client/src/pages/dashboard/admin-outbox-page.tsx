import { Outbox } from '../../features/mail/outbox/outbox.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { PageHead } from '../../ui/page-head.tsx';

export function AdminOutboxPage() {
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.outbox} />
      <Outbox />
    </>
  );
}
