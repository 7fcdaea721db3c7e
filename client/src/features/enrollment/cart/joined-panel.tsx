import type { CartItem } from '@speakifyr/contract/cart.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { findFirstToEnd, listPayable, sumPrices } from '../../../lib/cart-seats.ts';
import { closeDialog } from '../../../lib/dialogs.ts';
import { formatDollars } from '../../../lib/format.ts';
import { useKeepLooking } from '../../../lib/last-search.ts';
import { listNames } from '../../../lib/list-names.ts';
import { linkToPayment } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { justJoinedOptions } from './cart.queries.ts';
import { Countdown } from './countdown.tsx';

/**
 * After a join: links to the payment and back to the classes. It stays until the student has chosen, leaves the page,
 * or no longer holds the seat. R65, R233
 */
export function JoinedPanel({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const goOn = useKeepLooking();
  const payLink = useRef<HTMLAnchorElement>(null);
  const { data: joined } = useQuery(justJoinedOptions);
  const { data: courses = [] } = useQuery(read('GET /myclass', { query: { email } }));
  const added = courses.filter(({ _id }) => joined?.cartIds.includes(_id));
  const isShown = added.length > 0 && joined?.pathname === pathname;
  const isPopupClosed = joined?.isPopupClosed ?? false;

  // The popup had the focus. The button that opened it is gone.
  useEffect(() => {
    if (isShown && isPopupClosed) payLink.current?.focus({ preventScroll: true });
  }, [isShown, isPopupClosed]);

  function keepLooking() {
    closeDialog();
    queryClient.setQueryData(justJoinedOptions.queryKey, null);
    document.getElementById('main')?.focus({ preventScroll: true });
    goOn();
  }

  const [course] = added;
  const heldUntil = findFirstToEnd(added);
  // One payment for the whole cart.
  const payable = listPayable(courses);
  if (!course || !heldUntil || !isShown) return null;
  return (
    // Above the popup, which closes by itself: nobody has to wait for that.
    <section
      aria-label="Added to your cart"
      className="fixed inset-x-0 bottom-0 z-[1100] p-3 sm:p-5 print:hidden"
    >
      <div className="bg-base-100 shadow-lifted border-base-content/15 rounded-box mx-auto grid max-w-xl gap-3 border p-4 sm:grid-cols-[1fr_auto] sm:items-center">
        <p className="flex items-center gap-3">
          <CircleCheck className="text-success size-6 shrink-0" aria-hidden="true" />
          <span className="min-w-0">
            <strong className="[overflow-wrap:anywhere]">{course.name}</strong>{' '}
            <span>{`is in your cart${nameChildren(added)}. We hold ${added.length === 1 ? 'your seat' : `${added.length} seats`} for`}</span>{' '}
            <Countdown heldUntil={heldUntil} />
            <span>.</span>
            {payable.length > added.length && (
              <span className="block text-sm">
                In your cart: {payable.length} seats, {formatDollars(sumPrices(payable))} in all.
              </span>
            )}
          </span>
        </p>
        <div className="grid grid-cols-2 gap-2">
          <Link
            ref={payLink}
            to={linkToPayment(...payable.map(({ _id }) => _id))}
            state={{ cartId: course._id }}
            className="btn btn-primary"
            onClick={closeDialog}
          >
            {LABELS.payNow}
          </Link>
          <button type="button" className="btn btn-ghost" onClick={keepLooking}>
            {LABELS.keepLooking}
          </button>
        </div>
      </div>
    </section>
  );
}

/** For whom the seats are: ` for Mia and Tom`. */
function nameChildren(courses: CartItem[]): string {
  if (courses.every(({ childId }) => !childId)) return ' for yourself';
  return ` for ${listNames(courses.map(({ student_name }) => student_name))}`;
}
