import { useQuery } from '@tanstack/react-query';
import { readCount } from '../../../lib/read.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';

/** The number of open messages. */
export function InboxBadge() {
  return (
    <CountBadge
      count={useQuery(readCount('GET /contactMessages', { done: 'false' })).data}
      what="open"
    />
  );
}
