import { useQuery } from '@tanstack/react-query';
import { findFirstToEnd } from '../../lib/cart-seats.ts';
import { myClassOptions } from './cart.queries.ts';
import { Countdown } from './countdown.tsx';

/** The number of selected courses, and the time left of the hold that ends first; nothing if there are none. */
export function CartBadge({ email }: { email: string }) {
  const { data: courses = [] } = useQuery(myClassOptions(email));
  const heldUntil = findFirstToEnd(courses);
  if (courses.length === 0) return null;
  return (
    <span className="flex items-center gap-1.5">
      {heldUntil && (
        <span className="text-xs">
          <Countdown heldUntil={heldUntil} />
          <span className="sr-only"> left,</span>
        </span>
      )}
      <span className="badge badge-secondary badge-sm tabular-nums">
        {courses.length} <span className="sr-only">selected</span>
      </span>
    </span>
  );
}
