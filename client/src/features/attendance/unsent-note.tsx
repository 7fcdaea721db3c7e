import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { countOf } from '../../lib/count-of.ts';
import { formatClock, formatDay } from '../../lib/format.ts';
import type { RefusedTap } from './kept-taps.ts';
import { sayRefused } from './tap-notes.tsx';
import { findTapQueue, QUEUE_KEY } from './tap-queue.ts';
import { EMPTY_QUEUE, type QueueState } from './unsent-taps.ts';

/**
 * On every dashboard of the team: how many taps the server does not know yet, and which ones it has refused since. They
 * are sent from there, too. R403, R715
 */
export function UnsentNote() {
  findTapQueue(useQueryClient());
  const { data = EMPTY_QUEUE } = useQuery<QueueState>({ queryKey: QUEUE_KEY, queryFn: skipToken });
  const count = data.unsent.filter(({ tap }) => tap.offline).length;
  return (
    <>
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
      <RefusedNotes refused={data.refused} />
    </>
  );
}

/** What was refused, by class and day. The day list of the class says it itself, with names. */
function RefusedNotes({ refused }: { refused: RefusedTap[] }) {
  const queue = findTapQueue(useQueryClient());
  const { pathname, search } = useLocation();
  const isOnPage = ({ classId }: RefusedTap) =>
    pathname.endsWith('/day') && `${pathname}${search}`.includes(classId);
  const lists = new Map<string, RefusedTap[]>();
  for (const own of refused.filter((one) => !isOnPage(one))) {
    const key = `${own.classId}/${own.day}`;
    lists.set(key, [...(lists.get(key) ?? []), own]);
  }
  return (
    <div role="alert" className="print:hidden">
      {[...lists].map(([key, taps]) => {
        const [{ classId, className = 'a class', day }] = taps as [RefusedTap];
        return (
          <section
            key={key}
            className="border-error bg-base-100 m-2 rounded-box border-2 p-3 [overflow-wrap:anywhere]"
          >
            <p className="font-bold">
              {`${countOf(taps.length, 'tap is', 'taps are')} not recorded: ${className}, ${formatDay(day)}`}
            </p>
            <ul className="mt-1 space-y-1">
              {taps.map((own) => (
                <li key={own.tap._id}>
                  {`${formatClock(new Date(own.tap.at))}: ${sayRefused(own)}`}
                </li>
              ))}
            </ul>
            <button
              type="button"
              className="btn btn-outline mt-2 min-h-12 w-full sm:w-auto"
              onClick={() => queue.forgetRefused(classId, day)}
            >
              I have read this
            </button>
          </section>
        );
      })}
    </div>
  );
}
