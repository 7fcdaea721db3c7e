import { YourData } from '../../features/account/your-data.tsx';
import { FailedMails } from '../../features/outbox/failed-mails.tsx';
import { RefundsNotice } from '../../features/refunds/refunds-notice.tsx';
import { AdminHome } from '../../features/statistics/admin-home.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';

export function AdminHomePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.admin} />
      <AdminHome
        user={user}
        notice={
          <>
            <RefundsNotice />
            <FailedMails />
          </>
        }
      />
      <YourData user={user} />
    </>
  );
}
