import { useQuery } from '@tanstack/react-query';
import { findFirstToEnd, listHeld } from '../../../lib/cart-seats.ts';
import { read } from '../../../lib/read.ts';
import { Countdown } from './countdown.tsx';

/**
 * How many seats are held, and the time left of the hold that ends first. Renders nothing if there are none. A seat
 * whose payment a bank is working on does not count.
 */
export function CartBadge({ email }: { email: string }) {
  const courses = listHeld(useQuery(read('GET /myclass', { query: { email } })).data ?? []);
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
        <span>{courses.length}</span> <span className="sr-only">selected</span>
      </span>
    </span>
  );
}
