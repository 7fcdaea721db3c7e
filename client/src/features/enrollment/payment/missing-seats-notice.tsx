import type { CartItem } from '@speakifyr/contract/cart.ts';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { nameOrder, nameSeat, sumPrices } from '../../../lib/cart-seats.ts';
import { formatCharge } from '../../../lib/format.ts';
import { linkToPayment, paths } from '../../../lib/paths.ts';
import { PaymentNotice } from './payment-notice.tsx';

type Props = {
  /** What was to be paid for, as far as it is known. */
  courses: CartItem[];
  /** What can still be paid for. */
  left: CartItem[];
};

/** Some of the seats are no longer waiting for this payment. Says which, and offers to pay for the rest. */
export function MissingSeatsNotice({ courses, left }: Props) {
  const gone = courses.filter((course) => !left.includes(course));
  return (
    <PaymentNotice
      icon={TriangleAlert}
      tone="warning"
      title="Your cart has changed"
      actions={
        <>
          <Link
            to={linkToPayment(...left.map(({ _id }) => _id))}
            replace
            className="btn btn-primary h-auto min-h-(--size) py-2"
          >
            Continue with {nameOrder(left)} · {formatCharge(sumPrices(left))}
          </Link>
          <Link to={paths.myClasses} className="btn btn-ghost">
            Back to Selected Course
          </Link>
        </>
      }
    >
      {gone.length > 0 ? (
        <>
          <p>No longer waiting for your payment:</p>
          <ul className="list-disc pl-5">
            {gone.map((course) => (
              <li key={course._id} className="[overflow-wrap:anywhere]">
                {nameSeat(course)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Some of these classes are no longer waiting for your payment.</p>
      )}
      <p>They were paid for or removed, became free, or their time ran out.</p>
      <p>Nothing has been charged now.</p>
    </PaymentNotice>
  );
}
