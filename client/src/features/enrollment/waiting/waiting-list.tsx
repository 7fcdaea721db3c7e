import { LABELS } from '@speakifyr/contract/labels.ts';
import type { OwnWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { formatDollars } from '../../../lib/format.ts';
import { listNames } from '../../../lib/list-names.ts';
import { linkToClass, paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { formatCamp } from '../../../lib/say-days.ts';
import { readAgain } from '../../../lib/use-change.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { RemotePicture } from '../../../ui/remote-picture.tsx';
import { OfferPart } from './offer-part.tsx';
import { type CardProps, WaitingPart } from './waiting-part.tsx';

/** How often an open page looks for new offers, in milliseconds. */
const LOOK_MS = 60_000;

/** How often it looks while the email of an offer is on its way: its deadline is known soon after that. */
const LOOK_FOR_DEADLINE_MS = 5_000;

/** The full classes that a family waits for, offers first. */
export function WaitingList({ email }: { email: string }) {
  const mine = useQuery({
    ...read('GET /myWaiting'),
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(hasNoDeadline) ? LOOK_FOR_DEADLINE_MS : LOOK_MS,
  });
  useCartRefresh(mine.data?.filter(hasNoDeadline).length ?? 0);
  const heading = useRef<HTMLHeadingElement>(null);
  const entries = [...(mine.data ?? [])].sort(
    (a, b) => Number(b.state === 'offered') - Number(a.state === 'offered'),
  );
  return (
    <>
      <PageHeading
        ref={heading}
        lead="Full classes you’re waiting for. When a seat opens up for you, we email you and show it here."
      >
        My Waiting List
      </PageHeading>
      {mine.isPending ? (
        <div className="grid gap-4 lg:grid-cols-2" role="status" aria-label="Loading">
          <div className="skeleton rounded-box h-56" />
        </div>
      ) : mine.isError ? (
        <LoadProblem what="Your waiting list" query={mine} />
      ) : entries.length === 0 ? (
        <EmptyState
          title="You are not waiting for a class"
          text="When a class is full, you can join its waiting list. Waiting costs nothing."
          link={{ to: paths.classes, label: LABELS.findClass }}
        />
      ) : (
        <ul className="grid items-start gap-4 lg:grid-cols-2">
          {entries.map((entry) => (
            <WaitingCard
              key={entry.waitId + entry.cartIds.join()}
              entry={entry}
              email={email}
              onGone={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** Whether it is an offer whose email is still on its way. */
function hasNoDeadline({ state, until }: OwnWaitingEntry): boolean {
  return state === 'offered' && until === null;
}

/**
 * Loads the cart again when the deadline of an offer becomes known: until then it counts down to a provisional one.
 * @param withoutDeadline how many offers have none yet
 */
function useCartRefresh(withoutDeadline: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (withoutDeadline === 0) return;
    return () => void readAgain(queryClient, ['GET /myclass']);
  }, [withoutDeadline, queryClient]);
}

/** One full class that a family waits for, or a seat of it that is offered to them. */
function WaitingCard(props: CardProps) {
  const { entry } = props;
  const { className, image, people, price, state } = entry;
  const id = useId();
  return (
    <li
      aria-labelledby={id}
      className={`card bg-base-100 shadow-card overflow-hidden ${state === 'offered' ? 'ring-primary ring-2' : ''}`}
    >
      <div className="flex gap-4 p-5 pb-0">
        <RemotePicture
          src={image}
          alt=""
          width={160}
          height={120}
          className="rounded-field bg-base-300 aspect-[4/3] w-24 shrink-0 self-start object-cover"
        />
        <div className="min-w-0">
          <h2 id={id} className="text-xl font-bold [overflow-wrap:anywhere]">
            <Link to={linkToClass(entry.classId)} className="link-hover">
              {className}
            </Link>
          </h2>
          <p className="mt-1 flex items-start gap-2 font-semibold [overflow-wrap:anywhere]">
            <UserRound className="mt-1 size-4 shrink-0" aria-hidden="true" />
            <span className="min-w-0">for {listNames(people.map(({ name }) => name))}</span>
          </p>
          <p className="text-base-content/80 mt-1 text-sm tabular-nums">{`${formatCamp(entry)} · ${formatDollars(price)}${people.length > 1 && price > 0 ? ' a seat' : ''}${state !== 'offered' && price > 0 ? ' today' : ''}`}</p>
        </div>
      </div>
      <div className="p-5">
        {state === 'offered' ? <OfferPart {...props} /> : <WaitingPart {...props} />}
      </div>
    </li>
  );
}
