import { LABELS } from '@speakifyr/contract/labels.ts';
import { Clock, Ticket } from 'lucide-react';
import { Link } from 'react-router-dom';
import { linkToPayment, paths } from '../../../lib/paths.ts';
import { Countdown } from '../cart/countdown.tsx';
import type { OwnSeat } from './own-seat.ts';

type Props = { seat: OwnSeat; className: string };

/** Takes the place of Join Now when the student has a seat: leads to the entry code, the payment or the cart. R65 */
export function SeatLink({ seat, className }: Props) {
  if (seat.state === 'enrolled')
    return (
      <Link key="enrolled" to={paths.enroll} className="btn btn-soft btn-success">
        <Ticket className="size-4" aria-hidden="true" />
        {LABELS.enrolled}
        <span className="sr-only">: {className}</span>
      </Link>
    );
  if (seat.state === 'processing')
    return (
      <Link to={paths.myClasses} className="btn btn-soft">
        <Clock className="size-4" aria-hidden="true" />
        Waiting for your bank
        <span className="sr-only">: {className}</span>
      </Link>
    );
  const { cartId, heldUntil, alsoHeld = [] } = seat;
  return (
    <Link
      key="held"
      to={linkToPayment(cartId, ...alsoHeld)}
      state={{ cartId }}
      className="btn btn-secondary h-auto min-h-(--size) flex-wrap justify-center gap-x-1 gap-y-0 py-1 leading-tight"
    >
      <span className="font-medium">In your cart ·</span>{' '}
      <span className="whitespace-nowrap">
        <Countdown heldUntil={heldUntil} /> left · {LABELS.pay}
      </span>
      <span className="sr-only">: {className}</span>
    </Link>
  );
}
