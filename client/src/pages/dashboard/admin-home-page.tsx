import { useQuery } from '@tanstack/react-query';
import { YourData } from '../../features/account/your-data.tsx';
import { dayListOptions } from '../../features/overview/day-list.queries.ts';
import { DayList } from '../../features/overview/day-list.tsx';
import { AdminHome } from '../../features/overview/admin-home.tsx';
import { useSession } from '../../session/auth.tsx';

export function AdminHomePage() {
  const { user } = useSession();
  const isReady = !useQuery(dayListOptions()).isPending;
  if (!user) return null;
  return (
    <>
      <AdminHome user={user} dayList={<DayList />} isReady={isReady} />
      {isReady && <YourData user={user} />}
    </>
  );
}
