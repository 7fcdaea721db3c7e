import { useQuery } from '@tanstack/react-query';
import { myClassOptions } from './cart.queries.ts';

/** The number of selected courses; nothing if there are none. */
export function CartBadge({ email }: { email: string }) {
  const { data: courses = [] } = useQuery(myClassOptions(email));
  if (courses.length === 0) return null;
  return (
    <span className="badge badge-secondary badge-sm tabular-nums">
      {courses.length} <span className="sr-only">selected</span>
    </span>
  );
}
