import { useQuery } from '@tanstack/react-query';
import { myClassOptions } from './cart.queries.ts';

/** How many courses are selected; nothing where there are none. */
export function CartBadge({ email }: { email: string }) {
  const { data: courses = [] } = useQuery(myClassOptions(email));
  if (courses.length === 0) return null;
  return (
    <span className="badge badge-secondary badge-sm tabular-nums">
      {courses.length} <span className="sr-only">selected</span>
    </span>
  );
}
