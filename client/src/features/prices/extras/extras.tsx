import { useQuery } from '@tanstack/react-query';
import { read, readOnce } from '../../../lib/read.ts';
import { useBundle } from '../../../session/rights.ts';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { ExtraEditor } from './extra-editor.tsx';

/** Where directors write what families can add to a seat. The office reads it. */
export function Extras() {
  const bundle = useBundle();
  const extras = useQuery(readOnce('GET /extras'));
  const classes = useQuery(read('GET /classChoices'));
  return (
    <>
      <PageHeading lead="What families can add to a seat: lunch, care before and after the day, a T-shirt. A family keeps what it has chosen at the price of that day.">
        Extras
      </PageHeading>
      {extras.data && classes.data ? (
        <ExtraEditor
          saved={extras.data}
          classes={classes.data}
          isReadOnly={bundle !== 'director'}
          onReload={() => void extras.refetch()}
        />
      ) : extras.isError ? (
        <LoadProblem what="The extras" query={extras} />
      ) : classes.isError ? (
        <LoadProblem what="The classes" query={classes} />
      ) : (
        <div className="skeleton h-110 max-w-3xl" role="status" aria-label="Loading" />
      )}
    </>
  );
}
