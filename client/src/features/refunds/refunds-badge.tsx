import { useQuery } from '@tanstack/react-query';
import { openRefundsOptions } from './refunds.queries.ts';

/** The number of refunds that need an admin, in red; nothing if none does. */
export function RefundsBadge() {
  const { data: refunds = [] } = useQuery(openRefundsOptions());
  if (refunds.length === 0) return null;
  return (
    <span className="badge badge-error badge-sm tabular-nums">
      {refunds.length} <span className="sr-only">to look at</span>
    </span>
  );
}
