import { useQuery } from '@tanstack/react-query';
import { BookOpen, Hourglass, Ticket, UsersRound, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatSum } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { countOf } from '../../lib/count-of.ts';
import { read } from '../../lib/read.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { PersonPhoto } from '../../ui/person-photo.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { EarningsChart } from './earnings-chart.tsx';
import { FillChart } from './fill-chart.tsx';
import { FirstSteps } from './first-steps.tsx';
import { type SchoolFigures } from './school-figures.ts';

type Props = {
  user: { name: string; email: string; photo: string };
  /** What waits for the office, shown below the figures. */
  dayList?: ReactNode;
  /** Whether that is loaded. Until then nothing is below it, so that nothing moves. */
  isReady?: boolean;
};

/**
 * The admin's own page: the school's figures in a row, what is to be done, and how it goes. In a school of any size, what is
 * read each day is two screens high: the charts unfold. R261
 */
export function AdminHome({ user, dayList, isReady = true }: Props) {
  const stats = useQuery(read('GET /adminStats', { query: { email: user.email } }));
  return (
    <>
      <PageHeading>Admin Dashboard</PageHeading>
      {stats.data?.firstSteps && <FirstSteps left={stats.data.firstSteps} />}
      <h2 className="sr-only">Website Statistics</h2>
      {stats.isError ? (
        <LoadProblem what="The statistics" query={stats} />
      ) : (
        <Figures figures={stats.data} />
      )}
      <div className="mt-6">{dayList}</div>
      {isReady && (
        <>
          {stats.data && <Charts figures={stats.data} />}
          <AdminInfo {...(stats.data?.adminInfo ?? user)} />
        </>
      )}
    </>
  );
}

function AdminInfo({ name, email, photo }: Props['user']) {
  return (
    <section
      aria-labelledby="admin-info"
      className="mt-10 flex flex-wrap items-center gap-x-4 gap-y-3"
    >
      <PersonPhoto photo={photo} name={name} size={48} />
      <div className="min-w-0 flex-1">
        <h2 id="admin-info" className="text-secondary text-sm font-bold tracking-normal">
          Admin Info
        </h2>
        <p className="font-semibold break-words">{name}</p>
        <p className="text-base-content/80 text-sm break-words">{email}</p>
      </div>
      <Link to={paths.profile} className="btn btn-outline btn-primary">
        Update Profile
      </Link>
    </section>
  );
}

/** How many people wait for a seat, and how many asked for one and got none. Renders nothing if both are 0. */
function WaitingNote({ people, lost }: SchoolFigures['waiting']) {
  if (people === 0 && lost === 0) return null;
  return (
    <p className="card bg-base-100 shadow-card mt-4 flex-row flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 sm:px-6">
      <Hourglass className="size-6 shrink-0" aria-hidden="true" />
      <span className="flex-1">
        <strong className="block">{describeWaiting(people)}</strong>
        {lost > 0 && <span className="text-base-content/80">{describeLost(lost)}</span>}
      </span>
      <Link to={paths.updateCourse} className="link ml-10 basis-full sm:ml-0 sm:basis-auto">
        Show classes
      </Link>
    </p>
  );
}

function describeWaiting(people: number): string {
  if (people === 0) return 'Nobody is waiting for a seat now';
  return countOf(people, 'person is waiting for a seat', 'people are waiting for a seat');
}

/** People who are still waiting count as well. */
function describeLost(lost: number): string {
  return countOf(
    lost,
    'person has joined a waiting list without getting a seat so far.',
    'people have joined a waiting list without getting a seat so far.',
  );
}

/** The tiles; placeholders until the figures are known. */
function Figures({ figures }: { figures: SchoolFigures | undefined }) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatTile isSmall icon={BookOpen} label="Total Classes" to={paths.updateCourse}>
        {figures?.totalClasses}
      </StatTile>
      <StatTile isSmall icon={Ticket} label="Enrolled Students" to={paths.updateCourse}>
        {figures?.totalEnrolledClass}
      </StatTile>
      <StatTile isSmall icon={UsersRound} label="Total Users" to={paths.users}>
        {figures?.totalUser}
      </StatTile>
      <StatTile isSmall icon={Wallet} label="Total Transaction" to={paths.payments}>
        {figures && formatSum(figures.totalTransaction)}
      </StatTile>
    </ul>
  );
}

function Charts({ figures }: { figures: SchoolFigures }) {
  return (
    <>
      <WaitingNote {...figures.waiting} />
      <details className="mt-6">
        <summary className="link min-h-11 cursor-pointer text-lg font-bold">
          Charts: earnings by day, seats filled by class
        </summary>
        <div className="mt-4 grid gap-6">
          <EarningsChart days={figures.earningsByDay} />
          <FillChart classes={figures.fillByClass} total={figures.totalClasses} />
        </div>
      </details>
    </>
  );
}
