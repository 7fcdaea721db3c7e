import { useQuery } from '@tanstack/react-query';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { refundCountOptions } from './refunds.queries.ts';

/** The number of refunds that need an admin. */
export function RefundsBadge() {
  return <CountBadge count={useQuery(refundCountOptions()).data} what="to look at" isUrgent />;
}
