import { useQuery } from '@tanstack/react-query';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { openMessagesOptions } from './contact.queries.ts';

/** The number of open messages. */
export function InboxBadge() {
  return <CountBadge count={useQuery(openMessagesOptions()).data} what="open" />;
}
