import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { findTapQueue, QUEUE_KEY } from './tap-queue.ts';
import { EMPTY_QUEUE, type QueueState } from './unsent-taps.ts';

/** On every dashboard of the team: how many taps the server does not know yet. They are sent from there, too. */
export function UnsentNote() {
  findTapQueue(useQueryClient());
  const { data = EMPTY_QUEUE } = useQuery<QueueState>({ queryKey: QUEUE_KEY, queryFn: skipToken });
  const count = data.unsent.filter(({ tap }) => tap.offline).length;
  return (
    <p
      role="status"
      className={
        count > 0
          ? 'bg-warning text-warning-content flex items-center justify-center gap-2 px-4 py-2 font-medium print:hidden'
          : 'sr-only'
      }
    >
      {count > 0 && (
        <>
          <CloudOff className="size-5 shrink-0" aria-hidden="true" />
          <span>{`${count} not sent`}</span>
        </>
      )}
    </p>
  );
}
