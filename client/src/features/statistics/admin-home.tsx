import { useQuery } from '@tanstack/react-query';
import { BookOpen, Hourglass, ScrollText, Ticket, UsersRound, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { formatTaka } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PersonPhoto } from '../../ui/person-photo.tsx';
import { Picture } from '../../ui/picture.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { EarningsChart } from './earnings-chart.tsx';
import { ChartSkeleton } from './chart-card.tsx';
import { FillChart } from './fill-chart.tsx';
import { adminStatsOptions, type SchoolFigures } from './statistics.queries.ts';

type Props = {
  user: { name: string; email: string; photo: string };
  /** What needs the admin's attention, shown above the figures. */
  notice?: ReactNode;
};

/** The admin's own page: who they are, the school's figures, and how it goes. */
export function AdminHome({ user, notice }: Props) {
  const stats = useQuery(adminStatsOptions(user.email));
  return (
    <>
      <h1 className="mb-6 text-3xl font-extrabold">Admin Dashboard</h1>
      <AdminInfo {...(stats.data?.adminInfo ?? user)} />
      {notice}
      <h2 className="mt-10 mb-4 text-2xl font-bold">Website Statistics</h2>
      {stats.isError ? (
        <ErrorState
          title="The statistics could not be loaded"
          text={readApiError(stats.error).message}
          onRetry={() => void stats.refetch()}
        />
      ) : (
        <Figures figures={stats.data} />
      )}
    </>
  );
}

function AdminInfo({ name, email, photo }: Props['user']) {
  return (
    <section aria-labelledby="admin-info" className="card bg-base-100 shadow-card overflow-hidden">
      <Picture
        name="/pictures/carousel-1"
        alt=""
        width={1200}
        height={600}
        hasSmall
        sizes="(min-width: 64rem) 60rem, 100vw"
        loading="eager"
        className="bg-base-300 h-32 w-full object-cover object-[50%_60%] sm:h-44"
      />
      <div className="flex flex-col gap-x-6 gap-y-4 px-5 pb-6 sm:flex-row sm:items-center sm:px-8">
        <span className="relative -mt-12 shrink-0">
          <PersonPhoto photo={photo} name={name} size={112} className="ring-base-100 ring-6" />
        </span>
        <div className="min-w-0 flex-1 sm:pt-4">
          <h2 id="admin-info" className="text-secondary text-base font-bold tracking-normal">
            Admin Info
          </h2>
          <p className="font-display text-2xl leading-tight font-extrabold break-words">{name}</p>
          <p className="text-base-content/80 mt-1 break-words">{email}</p>
        </div>
        <div className="flex flex-wrap gap-3 sm:mt-4">
          <Link to={paths.profile} className="btn btn-outline btn-primary">
            Update Profile
          </Link>
          <Link to={paths.auditLog} className="btn btn-outline btn-primary">
            <ScrollText className="size-4" aria-hidden="true" />
            Audit Log
          </Link>
        </div>
      </div>
    </section>
  );
}

/** How many people wait for a seat, and how many asked for one and got none. Nothing if nobody ever asked. */
function WaitingNote({ people, lost }: SchoolFigures['waiting']) {
  if (people === 0 && lost === 0) return null;
  return (
    <p className="card bg-base-100 shadow-card mt-4 flex-row flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 sm:px-6">
      <Hourglass className="size-6 shrink-0" aria-hidden="true" />
      <span className="flex-1">
        <strong className="block">{describeWaiting(people)}</strong>
        {lost > 0 && <span className="text-base-content/80">{describeLost(lost)}</span>}
      </span>
      <Link to={paths.classList} className="link ml-10 basis-full sm:ml-0 sm:basis-auto">
        Show classes
      </Link>
    </p>
  );
}

function describeWaiting(people: number): string {
  if (people === 0) return 'Nobody is waiting for a seat now';
  return people === 1
    ? '1 person is waiting for a seat'
    : `${people} people are waiting for a seat`;
}

/** People who are still waiting count as well. */
function describeLost(lost: number): string {
  return lost === 1
    ? '1 person has joined a waiting list without getting a seat so far.'
    : `${lost} people have joined a waiting list without getting a seat so far.`;
}

/** The tiles and the charts; without figures yet, their places. */
function Figures({ figures }: { figures: SchoolFigures | undefined }) {
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <StatTile icon={BookOpen} label="Total Classes" to={paths.updateCourse}>
          {figures?.totalClasses}
        </StatTile>
        <StatTile icon={Ticket} label="Enrolled Students" to={paths.classList}>
          {figures?.totalEnrolledClass}
        </StatTile>
        <StatTile icon={UsersRound} label="Total Users" to={paths.users}>
          {figures?.totalUser}
        </StatTile>
        <StatTile icon={Wallet} label="Total Transaction" to={paths.payments}>
          {figures && formatTaka(figures.totalTransaction)}
        </StatTile>
      </ul>
      {figures && <WaitingNote {...figures.waiting} />}
      <div className="mt-6 grid gap-6">
        {figures ? (
          <>
            <EarningsChart days={figures.earningsByDay} />
            <FillChart classes={figures.fillByClass} total={figures.totalClasses} />
          </>
        ) : (
          <>
            <ChartSkeleton />
            <ChartSkeleton />
          </>
        )}
      </div>
    </>
  );
}
