import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShoppingBag } from 'lucide-react';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { findFirstToEnd, listHeld } from '../../../lib/cart-seats.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { refreshSeats } from './cart.queries.ts';
import { Countdown } from './countdown.tsx';
import { useHoldEnd } from './use-hold-end.ts';

const NONE: never[] = [];

/**
 * The student's cart in the header: how many seats are held, and the time left of the hold that ends first. A seat whose
 * payment a bank is working on does not count. R65
 */
export function CartLink({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const { data: courses = NONE } = useQuery(read('GET /myclass', { query: { email } }));
  const { length: count } = listHeld(courses);
  const heldUntil = findFirstToEnd(courses);
  useHoldEnd(
    courses,
    useCallback(() => void refreshSeats(queryClient), [queryClient]),
  );
  return (
    <Link
      to={paths.myClasses}
      className="btn btn-ghost min-w-11 flex-col gap-0 px-1.5 lg:flex-row lg:gap-2 lg:px-3"
    >
      <span className="sr-only">
        <span>{`Cart: ${describeCart(courses.length, count)}`}</span>
        {heldUntil && (
          <span>
            , <Countdown heldUntil={heldUntil} /> left
          </span>
        )}
      </span>
      <span className="relative" aria-hidden="true">
        <ShoppingBag className="size-5" />
        {count > 0 && (
          <span className="badge badge-secondary badge-xs absolute -top-1.5 left-3 min-w-4 px-1 font-bold tabular-nums">
            {count}
          </span>
        )}
      </span>
      {heldUntil && (
        <span className="text-xs font-semibold lg:text-sm" aria-hidden="true">
          <Countdown heldUntil={heldUntil} />
        </span>
      )}
    </Link>
  );
}

function describeCart(all: number, held: number): string {
  if (held > 0) return `${held} selected`;
  return all > 0 ? 'waiting for your bank' : 'empty';
}
