import type { MyTeam } from '@speakifyr/contract/team.ts';
import { formatHours } from '@speakifyr/contract/format.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { HeartPulse, ListChecks, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../lib/api.ts';
import { formatDays } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { linkToCourse } from './class-choice.tsx';

/** The instructor's days on the teams of classes that they don't lead, today and later. */
function myTeamsOptions() {
  return queryOptions({
    queryKey: ['myTeams'],
    queryFn: () => call('GET /myTeams'),
    // An admin can add somebody in the morning.
    staleTime: 0,
  });
}

type Props = {
  /** Shown to assistants below it. */
  children?: ReactNode;
};

/** Tells an assistant or substitute which classes they look after today, and on which days later. Empty for others. */
export function TeamDays() {
  return (
    <>
      <TeamsToday />
      <TeamsLater />
    </>
  );
}

/** The classes that an assistant or substitute looks after today. */
export function TeamsToday() {
  const { data = [] } = useQuery(myTeamsOptions());
  return data
    .filter(({ isToday }) => isToday)
    .map((team) => <TeamToday key={team.memberId} team={team} />);
}

/** Their later days on teams. Says it for both if the days can't be loaded. */
export function TeamsLater({ children }: Props) {
  const teams = useQuery(myTeamsOptions());
  if (teams.isError) return <LoadProblem what="Your days on other teams" query={teams} />;
  const later = teams.data?.filter(({ isToday }) => !isToday) ?? [];
  return (
    <>
      {later.length > 0 && (
        <section className="mb-6">
          <h2 className="mb-2 text-xl font-bold">Your days on other teams</h2>
          <ul className="grid gap-1">
            {later.map(({ memberId, className, role, from, to, ...place }) => (
              <li key={memberId} className="[overflow-wrap:anywhere]">
                <span className="font-semibold">{className}</span>, as {role}:{' '}
                {formatDays(from, to) + sayWhere(place)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {teams.data?.some(({ role }) => role === 'assistant') && children}
    </>
  );
}

function TeamToday({ team }: { team: MyTeam }) {
  const { classId, className, memberId } = team;
  const links = [
    { path: paths.courseDay, label: 'Day list', icon: ListChecks, look: 'btn-primary' },
    {
      path: paths.courseCare,
      label: 'Care sheet',
      icon: HeartPulse,
      look: 'btn-outline btn-primary',
    },
    {
      path: paths.manageCourse,
      label: 'Students',
      icon: UsersRound,
      look: 'btn-outline btn-primary',
    },
  ];
  return (
    <section
      aria-labelledby={`team-${memberId}`}
      className="card bg-base-100 shadow-card mb-6 gap-4 p-5 sm:p-6"
    >
      <div>
        <h2 id={`team-${memberId}`} className="text-xl font-bold [overflow-wrap:anywhere]">
          Today you are on the team of {className}
        </h2>
        <p className="text-base-content/80 mt-1">As {team.role + sayWhere(team)}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {links.map(({ path, label, icon: Icon, look }) => (
          <Link
            key={path}
            to={linkToCourse(path, classId)}
            className={`btn ${look} w-full sm:w-auto`}
          >
            <Icon className="size-4" aria-hidden="true" />
            {label}
            <span className="sr-only"> of {className}</span>
          </Link>
        ))}
      </div>
    </section>
  );
}

/** The hours and the room. */
function sayWhere(team: Pick<MyTeam, 'dailyStart' | 'dailyEnd' | 'assign_room'>): string {
  const parts = [formatHours(team), `Room ${team.assign_room}`];
  return ` · ${parts.filter(Boolean).join(' · ')}`;
}
