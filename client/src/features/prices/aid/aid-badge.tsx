import { useQuery } from '@tanstack/react-query';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { openAidOptions } from './aid.queries.ts';

/** How many families wait for an answer. Only a director's navbar has it. */
export function AidBadge() {
  return <CountBadge count={useQuery(openAidOptions()).data} what="open" />;
}
