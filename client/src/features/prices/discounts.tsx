import { useQuery } from '@tanstack/react-query';
import { read, readOnce } from '../../lib/read.ts';
import { useBundle } from '../../session/rights.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { DiscountEditor } from './discount-editor.tsx';

/** Where directors write what makes a class cheaper for a family. The office reads it. */
export function Discounts() {
  const bundle = useBundle();
  const discounts = useQuery(readOnce('GET /discounts'));
  const classes = useQuery(read('GET /classChoices'));
  return (
    <>
      <PageHeading lead="What makes a class cheaper for a family. Changes apply to seats that are held from now on: a seat that is held or paid keeps its price.">
        Discounts
      </PageHeading>
      {discounts.data && classes.data ? (
        <DiscountEditor
          saved={discounts.data}
          classes={classes.data}
          isReadOnly={bundle !== 'director'}
          onReload={() => void discounts.refetch()}
        />
      ) : discounts.isError ? (
        <LoadProblem what="The discounts" query={discounts} />
      ) : classes.isError ? (
        <LoadProblem what="The classes" query={classes} />
      ) : (
        <div className="grid gap-6 xl:grid-cols-2" role="status" aria-label="Loading">
          <div className="skeleton h-110" />
          <div className="skeleton h-110" />
        </div>
      )}
    </>
  );
}
