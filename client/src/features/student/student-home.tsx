import { useQuery } from '@tanstack/react-query';
import { BookmarkCheck, type LucideIcon, Ticket, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { showInfo } from '../../lib/dialogs.ts';
import { formatTaka } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Picture } from '../../ui/picture.tsx';
import { RemotePicture } from '../../ui/remote-picture.tsx';
import { NextStep } from './next-step.tsx';
import { userStatsOptions } from './student.queries.ts';

/** The words of spec section 2. */
const UPDATE_NOTICE =
  'Attention! This Website is under development. Please check out other features. Thank you!';

type Props = { user: { name: string; email: string; photo: string } };

/** The student's own page: who they are, and what they have selected, taken and paid. */
export function StudentHome({ user }: Props) {
  const stats = useQuery(userStatsOptions(user.email));
  const { name, email, photo } = stats.data?.user ?? user;
  return (
    <>
      <section className="card bg-base-100 shadow-card mb-6 overflow-hidden">
        <Picture
          name="/pictures/hero"
          alt=""
          width={1600}
          height={1100}
          hasSmall
          sizes="(min-width: 64rem) 60rem, 100vw"
          loading="eager"
          className="bg-base-300 h-32 w-full object-cover object-[50%_38%] sm:h-44"
        />
        <div className="flex flex-col gap-x-6 gap-y-4 px-5 pb-6 sm:flex-row sm:items-center sm:px-8">
          <ProfilePhoto photo={photo} name={name} />
          <div className="min-w-0 flex-1 sm:pt-4">
            <h1 className="text-3xl font-extrabold break-words">{name}</h1>
            <p className="text-base-content/80 mt-1 break-words">{email}</p>
          </div>
          <button
            type="button"
            className="btn btn-outline btn-primary sm:mt-4"
            onClick={() => void showInfo(UPDATE_NOTICE)}
          >
            Update Profile
          </button>
        </div>
      </section>
      {stats.isError ? (
        <ErrorState
          title="Your figures could not be loaded"
          text={readApiError(stats.error).message}
          onRetry={() => void stats.refetch()}
        />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-3">
          <Tile icon={BookmarkCheck} label="Selected Courses" to={paths.myClasses}>
            {stats.data?.cartData}
          </Tile>
          <Tile icon={Ticket} label="Enrolled Courses" to={paths.enroll}>
            {stats.data?.totalEnrolled}
          </Tile>
          <Tile icon={Wallet} label="Paid">
            {stats.data && formatTaka(stats.data.totalSpend)}
          </Tile>
        </ul>
      )}
      {stats.data && (
        <NextStep selected={stats.data.cartData} enrolled={stats.data.totalEnrolled} />
      )}
    </>
  );
}

type TileProps = { icon: LucideIcon; label: string; to?: string; children: ReactNode };

/** A figure with its name; without the figure yet, its place. */
function Tile({ icon: Icon, label, to, children }: TileProps) {
  const face = (
    <>
      <span className="bg-accent/25 grid size-12 shrink-0 place-items-center rounded-full">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <span>
        <span className="text-base-content/80 block">{label}</span>{' '}
        <span className="font-display block min-h-10 text-3xl font-extrabold tabular-nums">
          {children ?? <span className="skeleton mt-1 inline-block h-8 w-16" />}
        </span>
      </span>
    </>
  );
  const look =
    'card bg-base-100 shadow-card h-full flex-row items-center gap-4 p-5 sm:flex-col sm:items-start sm:p-6';
  return (
    <li>
      {to ? (
        <Link to={to} className={`${look} hover:shadow-lifted motion-safe:transition-shadow`}>
          {face}
        </Link>
      ) : (
        <div className={look}>{face}</div>
      )}
    </li>
  );
}

function ProfilePhoto({ photo, name }: { photo: string; name: string }) {
  const look =
    'ring-base-100 bg-base-300 relative -mt-12 size-24 shrink-0 rounded-full ring-6 sm:size-32';
  if (photo)
    return (
      <RemotePicture
        src={photo}
        alt=""
        width={112}
        height={112}
        className={`${look} object-cover`}
      />
    );
  return (
    <span className={`${look} grid place-items-center text-4xl font-bold`} aria-hidden="true">
      {name.charAt(0).toUpperCase()}
    </span>
  );
}
