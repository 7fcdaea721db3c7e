import { useQuery } from '@tanstack/react-query';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { failedMailsOptions } from './outbox.queries.ts';

/** The number of emails that failed. */
export function OutboxBadge() {
  return <CountBadge count={useQuery(failedMailsOptions()).data} what="failed" isUrgent />;
}
