import { useQuery } from '@tanstack/react-query';
import { readApiError } from '../../lib/api.ts';
import { readApiStatus } from '../../lib/api-error.ts';
import { formatDay, formatTime } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { EveryoneList } from './everyone-list.tsx';
import { everyoneOptions } from './everyone.queries.ts';

type Props = {
  /** The day list of a class, for who may open every class. */
  linkToDay?: ((classId: string) => string) | undefined;
};

/** For a fire alarm: who is here, in all classes, and whom to call. */
export function EveryoneNow({ linkToDay }: Props) {
  const list = useQuery(everyoneOptions());
  const status = readApiStatus(list.error);
  const isRefused = status !== undefined && status < 500;
  if (list.isError && (!list.data || isRefused)) return <Problem query={list} />;
  const { data } = list;
  return (
    <>
      <PageHeading
        lead={data && `${formatDay(data.day)}, list of ${formatTime(new Date(data.now))}`}
      >
        Everyone, now
      </PageHeading>
      <p role="status">
        {data && (list.isError || data.isOld) && (
          <span className="bg-warning text-warning-content rounded-field mb-3 block p-3">
            <strong>List of {formatTime(new Date(data.now))}.</strong> No connection: what other
            phones say since then is missing.
          </span>
        )}
      </p>
      {!data ? (
        <div role="status" aria-label="Loading" className="skeleton h-72 w-full" />
      ) : data.classes.length === 0 ? (
        <EmptyState
          title="No class meets today"
          text="On a day of a class, you see here who is there."
        />
      ) : (
        <EveryoneList list={data} linkToDay={linkToDay} />
      )}
    </>
  );
}

function Problem({ query }: { query: { error: unknown; refetch: () => unknown } }) {
  const { code, message } = readApiError(query.error);
  return (
    <>
      <PageHeading>Everyone, now</PageHeading>
      {code === 'care_sheet_closed' ? (
        <EmptyState title="This list is closed" text={message} />
      ) : (
        <LoadProblem what="The list" query={query} />
      )}
    </>
  );
}
