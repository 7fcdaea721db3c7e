import { LABELS } from '@speakifyr/contract/labels.ts';
import type { OwnWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { readAgain } from '../../../lib/use-change.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { WaitingCard } from './waiting-card.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

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
