import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { readOnce } from '../../../lib/read.ts';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { PolicyForm } from './policy-form.tsx';

/** Where an admin sets how much money is refunded when a family cancels. */
export function RefundPolicy() {
  const policy = useQuery(readOnce('GET /refundPolicy'));
  return (
    <>
      <PageHeading
        lead={
          <>
            How much a family gets back when it cancels a paid seat. Changes apply to seats that are
            bought from now on: each seat keeps the policy of the day it was bought. Families read
            it on{' '}
            <Link to={paths.refundPolicy} className="link">
              the refund policy page
            </Link>
            .
          </>
        }
      >
        Refund Policy
      </PageHeading>
      {policy.isPending ? (
        <div className="grid gap-6 xl:grid-cols-2" role="status" aria-label="Loading">
          <div className="skeleton h-110" />
          <div className="skeleton h-110" />
        </div>
      ) : policy.isError ? (
        <LoadProblem what="The refund policy" query={policy} />
      ) : (
        <PolicyForm
          key={policy.data.version}
          terms={policy.data}
          onReload={() => void policy.refetch()}
        />
      )}
    </>
  );
}
