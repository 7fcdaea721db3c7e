import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleAlert, Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { refundCountOptions } from './refunds.queries.ts';

/** A line that leads to the refunds that need an admin: red with their number, calm if there are none. */
export function RefundsNotice() {
  const { data: count } = useQuery(refundCountOptions());
  const isUrgent = count !== undefined && count > 0;
  const Icon = isUrgent ? CircleAlert : Undo2;
  return (
    <Link
      to={paths.openRefunds}
      className={`card shadow-card mt-4 flex-row items-center gap-4 px-5 py-4 font-semibold sm:px-8 ${isUrgent ? 'bg-error text-error-content' : 'bg-base-100'}`}
    >
      <Icon className="size-6 shrink-0" aria-hidden="true" />
      <span className="flex-1">{describe(count)}</span>
      <ChevronRight className="size-5 shrink-0" aria-hidden="true" />
    </Link>
  );
}

/** @param count undefined as long as it is not known */
function describe(count: number | undefined): string {
  if (count === undefined) return 'Refunds';
  if (count === 0) return 'No refund to look at';
  return count === 1 ? '1 refund to look at' : `${count} refunds to look at`;
}
