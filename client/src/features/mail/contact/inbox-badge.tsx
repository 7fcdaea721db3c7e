import { useQuery } from '@tanstack/react-query';
import { openMessagesOptions } from './contact.queries.ts';

/** The number of open messages; nothing if there are none. */
export function InboxBadge() {
  const { data: open = 0 } = useQuery(openMessagesOptions());
  if (open === 0) return null;
  return (
    <span className="badge badge-secondary badge-sm tabular-nums">
      {open} <span className="sr-only">open</span>
    </span>
  );
}
