import { useQuery } from '@tanstack/react-query';
import { refundCountOptions } from './refunds.queries.ts';

/** The number of refunds that need an admin, in red; nothing if none does. */
export function RefundsBadge() {
  const { data: count = 0 } = useQuery(refundCountOptions());
  if (count === 0) return null;
  return (
    <span className="badge badge-error badge-sm tabular-nums">
      {count} <span className="sr-only">to look at</span>
    </span>
  );
}
