import type { CampClass } from '@speakifyr/contract/classes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { formatDollars, formatIsoDay, formatMonth } from '../../lib/format.ts';
import { linkToClass } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EnteringItem } from '../../ui/entering-item.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { CampListSkeleton, SHOWN_CAMPS } from './camp-list-skeleton.tsx';
import { nameTeacher } from './class-card.tsx';
import { classesOptions } from './classes.queries.ts';

/** Camps starting soon that still have a seat, soonest first. */
export function UpcomingCamps() {
  const camps = useQuery({ ...classesOptions(), select: findUpcoming });
  if (camps.isPending) return <CampListSkeleton />;
  if (camps.isError)
    return (
      <ErrorState
        title="The next camps could not be loaded"
        text={readApiError(camps.error).message}
        onRetry={() => void camps.refetch()}
      />
    );
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

function CampRow({ camp }: { camp: CampClass }) {
  const [year, , day] = camp.camp_start.split('-');
  const seats = camp.sit === 1 ? '1 seat left' : `${camp.sit} seats left`;
  return (
    <EnteringItem className="camp-row group">
      <p className="bg-primary text-primary-content grid w-[4.75rem] shrink-0 place-content-center rounded-2xl py-2.5 text-center leading-none">
        <span className="text-sm font-semibold">{formatMonth(camp.camp_start).slice(0, 3)}</span>
        <span className="font-display my-1 text-3xl font-extrabold">{Number(day)}</span>
        <span className="text-sm font-semibold">{year}</span>
      </p>
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 text-xl font-bold">
          <Link to={linkToClass(camp._id)} className="card-link group-hover:text-primary">
            {camp.name}
          </Link>
        </h3>
        <p className="text-base-content/80 truncate">{nameTeacher(camp.instructor)}</p>
      </div>
      <p className="flex w-full shrink-0 items-baseline justify-between gap-2 px-1 leading-snug sm:block sm:w-auto sm:px-0 sm:text-right">
        <span className="text-lg font-bold sm:block">{formatDollars(camp.price)}</span>
        <span className={camp.sit <= 3 ? 'text-secondary font-semibold' : 'text-base-content/80'}>
          {seats}
        </span>
      </p>
    </EnteringItem>
  );
}

/** From tomorrow on: a camp that starts today is under way. */
function findUpcoming(classes: CampClass[]): CampClass[] {
  const today = formatIsoDay(new Date());
  return classes
    .filter(({ camp_start, sit }) => camp_start > today && sit > 0)
    .sort((one, other) => one.camp_start.localeCompare(other.camp_start))
    .slice(0, SHOWN_CAMPS);
}
