import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { linkToContacts } from '../../../lib/dashboard-links.ts';
import { listWithoutContact, nameSeat, type SeatsOfClass } from './seats-of-class.ts';

/** Says for which children the school has nobody to call, shortly before their class. */
export function ContactNote({ seats }: { seats: SeatsOfClass }) {
  return listWithoutContact(seats).map((seat) => (
    <p
      key={seat.cartId}
      className="rounded-box bg-warning text-warning-content mt-4 flex items-start gap-3 p-4 [overflow-wrap:anywhere]"
    >
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span className="min-w-0">
        The class starts soon, and no one is listed to call about {nameSeat(seat, seats)} in an
        emergency.{' '}
        {seat.childId && (
          <Link to={linkToContacts(seat.childId)} className="link font-semibold">
            Add a contact <span className="sr-only">for {nameSeat(seat, seats)}</span>
          </Link>
        )}
      </span>
    </p>
  ));
}
