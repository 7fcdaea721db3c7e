import { useQuery } from '@tanstack/react-query';
import { isRefused } from '../../lib/api-error.ts';
import { formatDay, formatTime } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { EveryoneList } from './everyone-list.tsx';
import { everyoneOptions } from './everyone.queries.ts';
import { ListProblem } from './list-problem.tsx';
import { OldListNote } from './old-list-note.tsx';

type Props = {
  /** The day list of a class, for people who may open every class. */
  linkToDay?: ((classId: string) => string) | undefined;
};

/** For a fire alarm: who is here, in all classes, and whom to call. */
export function EveryoneNow({ linkToDay }: Props) {
  const list = useQuery(everyoneOptions());
  if (list.isError && (!list.data || isRefused(list.error)))
    return (
      <>
        <PageHeading>Everyone, now</PageHeading>
        <ListProblem what="This list" query={list} />
      </>
    );
  const { data } = list;
  return (
    <>
      <PageHeading
        lead={data && `${formatDay(data.day)}, list of ${formatTime(new Date(data.now))}`}
      >
        Everyone, now
      </PageHeading>
      <OldListNote list={data} isError={list.isError} />
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
