import { useQuery } from '@tanstack/react-query';
import { YourData } from '../../features/account/your-data.tsx';
import { dayListOptions } from '../../features/overview/day-list.queries.ts';
import { DayList } from '../../features/overview/day-list.tsx';
import { AdminHome } from '../../features/overview/admin-home.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';

export function AdminHomePage() {
  const { user } = useSession();
  const isReady = !useQuery(dayListOptions()).isPending;
  if (!user) return null;
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.admin} />
      <AdminHome user={user} dayList={<DayList />} isReady={isReady} />
      {isReady && <YourData user={user} />}
    </>
  );
}
