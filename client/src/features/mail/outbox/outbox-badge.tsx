import { useQuery } from '@tanstack/react-query';
import { failedMailsOptions } from './outbox.queries.ts';

/** The number of emails that failed, in red; nothing if none did. */
export function OutboxBadge() {
  const { data: failed = 0 } = useQuery(failedMailsOptions());
  if (failed === 0) return null;
  return (
    <span className="badge badge-error badge-sm tabular-nums">
      {failed} <span className="sr-only">failed</span>
    </span>
  );
}
