import type { CampClass } from '@speakifyr/contract/classes.ts';
import { useQuery } from '@tanstack/react-query';
import { readToday } from '../../lib/format.ts';
import { read } from '../../lib/read.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { CampListSkeleton, SHOWN_CAMPS } from './camp-list-skeleton.tsx';
import { CampRow } from './camp-row.tsx';

/** Camps starting soon that still have a seat, soonest first. */
export function UpcomingCamps() {
  const camps = useQuery({ ...read('GET /classes'), select: findUpcoming });
  if (camps.isPending) return <CampListSkeleton />;
  if (camps.isError) return <LoadProblem what="The next camps" query={camps} />;
  if (camps.data.length === 0)
    return <EmptyState title="All seats are taken this summer" text="See you next year!" />;
  return (
    <ol className="camp-list">
      {camps.data.map((camp) => (
        <CampRow key={camp._id} camp={camp} />
      ))}
    </ol>
  );
}

/** From tomorrow on: a camp that starts today is under way. */
function findUpcoming(classes: CampClass[]): CampClass[] {
  const today = readToday();
  return classes
    .filter(({ camp_start, sit }) => camp_start > today && sit > 0)
    .sort((one, other) => one.camp_start.localeCompare(other.camp_start))
    .slice(0, SHOWN_CAMPS);
}
