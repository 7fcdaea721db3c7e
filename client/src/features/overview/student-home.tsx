import { useQuery } from '@tanstack/react-query';
import { BookmarkCheck, Ticket, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatSum } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { read } from '../../lib/read.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { ProfileCard } from '../../ui/profile-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { type FamilyTasks, NextStep, NextStepSkeleton } from './next-step.tsx';

type Props = {
  user: { name: string; email: string; photo: string };
  /** How many seats wait for a payment. Undefined until it is known. */
  held: number | undefined;
  /** Undefined until it is known. */
  family: FamilyTasks | undefined;
  /** The next class, which comes before everything else. */
  next?: ReactNode;
  /** What to do for that class, and the others. */
  rest?: ReactNode;
};

/** The student's own page: what comes next, the profile, selected and enrolled courses, and the sum paid. */
export function StudentHome({ user, held, family, next, rest }: Props) {
  const stats = useQuery(read('GET /userStats', { query: { email: user.email } }));
  return (
    <>
      {next}
      {stats.data && held !== undefined && family ? (
        <NextStep held={held} enrolled={stats.data.totalEnrolled} family={family} />
      ) : (
        !next && !stats.isError && <NextStepSkeleton />
      )}
      {rest}
      <ProfileCard
        user={stats.data?.user ?? user}
        picture={{
          name: '/pictures/hero',
          width: 1600,
          height: 1100,
          className: 'object-[50%_38%]',
        }}
        action={
          <Link to={paths.profile} className="btn btn-outline btn-primary sm:mt-4">
            Update Profile
          </Link>
        }
      />
      {stats.isError ? (
        <LoadProblem what="Your figures" query={stats} />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-3">
          <StatTile icon={BookmarkCheck} label="Selected Courses" to={paths.myClasses}>
            {stats.data?.cartData}
          </StatTile>
          <StatTile icon={Ticket} label="Enrolled Courses" to={paths.enroll}>
            {stats.data?.totalEnrolled}
          </StatTile>
          <StatTile icon={Wallet} label="Paid">
            {stats.data && formatSum(stats.data.totalSpend)}
          </StatTile>
        </ul>
      )}
    </>
  );
}
