import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { OpenRefund } from './open-refund.tsx';
import { openRefundsOptions } from './refunds.queries.ts';

/** The refunds that failed, and those of which the school has to say what they were for. */
export function OpenRefunds() {
  const refunds = useQuery(openRefundsOptions());
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <header className="mb-6">
        <h1 ref={heading} tabIndex={-1} className="text-3xl font-extrabold outline-none">
          Refunds to look at
        </h1>
        <p className="text-base-content/80 mt-1">
          Refunds that did not arrive, and refunds made in Stripe’s dashboard that may belong to a
          seat.
        </p>
      </header>
      {refunds.isPending ? (
        <div className="grid gap-4" role="status" aria-label="Loading">
          <div className="skeleton h-52" />
          <div className="skeleton h-52" />
        </div>
      ) : refunds.isError ? (
        <ErrorState
          title="The refunds could not be loaded"
          text={readApiError(refunds.error).message}
          onRetry={() => void refunds.refetch()}
        />
      ) : refunds.data.length === 0 ? (
        <EmptyState
          title="No refund to look at"
          text="All refunds have arrived or are on their way."
          action={
            <Link to={paths.payments} className="btn btn-primary">
              Show all payments
            </Link>
          }
        />
      ) : (
        <ul className="grid gap-4">
          {refunds.data.map((refund) => (
            <li key={refund._id}>
              <OpenRefund refund={refund} onDone={() => heading.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
