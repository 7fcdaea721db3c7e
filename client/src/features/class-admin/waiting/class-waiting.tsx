import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { DataTable } from '../../../ui/data-table.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { classWaitingOptions } from './class-waiting.queries.ts';
import { describeDemand } from './describe-entry.ts';
import { lower, raise } from './order.ts';
import { WaitingRow } from './waiting-row.tsx';

/** The waiting list of a class: its people in order, what is offered, and how many have joined so far. */
export function ClassWaiting({ classId }: { classId: string }) {
  const waiting = useQuery(classWaitingOptions(classId));
  const heading = useRef<HTMLHeadingElement>(null);
  const entries = waiting.data?.entries ?? [];
  // The order is among the entries without an offer; offers come first in the list.
  const queue = entries.filter(({ state }) => state !== 'offered');
  return (
    <section className="mb-8">
      <h2
        ref={heading}
        tabIndex={-1}
        className="mb-3 text-xl font-bold outline-none"
      >{`Waiting list${waiting.data ? ` : ${queue.length}` : ''}`}</h2>
      {waiting.isPending ? (
        <div className="skeleton h-12" role="status" aria-label="Loading" />
      ) : waiting.isError ? (
        <LoadProblem what="The waiting list" query={waiting} />
      ) : (
        <>
          <p className="text-base-content/80">{`${
            entries.length === 0 && waiting.data.demand.asked > 0
              ? 'Nobody is waiting for a seat now. '
              : ''
          }${describeDemand(waiting.data.demand)}`}</p>
          {entries.length > 0 && (
            <div className="mt-3">
              <DataTable
                label="Waiting list"
                columns={['#', 'Who', 'Account', 'State', 'Since', 'Action']}
                notPrinted="Action"
              >
                {entries.map((entry) => {
                  const place = queue.indexOf(entry);
                  return (
                    <WaitingRow
                      key={entry.waitId}
                      classId={classId}
                      entry={entry}
                      raised={place < 0 ? undefined : raise(entry, queue[place - 1])}
                      lowered={place < 0 ? undefined : lower(entry, queue[place + 1])}
                      onOffered={() => heading.current?.focus()}
                    />
                  );
                })}
              </DataTable>
            </div>
          )}
        </>
      )}
    </section>
  );
}
