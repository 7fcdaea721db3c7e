import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { Link } from 'react-router-dom';
import { YourData } from '../../features/account/your-data.tsx';
import { dayListOptions } from '../../features/overview/day-list.queries.ts';
import { DayList } from '../../features/overview/day-list.tsx';
import { AdminHome } from '../../features/overview/admin-home.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';

export function AdminHomePage() {
  const { user } = useSession();
  const isReady = !useQuery(dayListOptions()).isPending;
  if (!user) return null;
  return (
    <>
      <AdminHome
        user={user}
        dayList={
          <>
            <Link to={paths.everyone} className="btn btn-outline mb-6 min-h-12 w-full sm:w-auto">
              <Siren className="size-5" aria-hidden="true" />
              Everyone, now, and today’s day lists
            </Link>
            <DayList />
          </>
        }
        isReady={isReady}
      />
      {isReady && <YourData user={user} />}
    </>
  );
}
