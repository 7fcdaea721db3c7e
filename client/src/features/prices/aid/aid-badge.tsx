import { useQuery } from '@tanstack/react-query';
import { readCount } from '../../../lib/read.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';

/** How many families wait for an answer. Only a director's navbar has it. */
export function AidBadge() {
  return <CountBadge count={useQuery(readCount('GET /aidRequests')).data} what="open" />;
}
