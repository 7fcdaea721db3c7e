import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { linkToContacts } from '../../../lib/dashboard-links.ts';
import { listWithoutContact, type SeatsOfClass } from './seats-of-class.ts';

/** Says for which children the school has nobody to call, shortly before their class. */
export function ContactNote({ seats }: { seats: SeatsOfClass }) {
  return listWithoutContact(seats).map(({ cartId, childId, student_name }) => (
    <p
      key={cartId}
      className="rounded-box bg-warning text-warning-content mt-4 flex items-start gap-3 p-4 [overflow-wrap:anywhere]"
    >
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span className="min-w-0">
        The class starts soon, and no one is listed to call about {student_name} in an emergency.{' '}
        {childId && (
          <Link to={linkToContacts(childId)} className="link font-semibold">
            Add a contact <span className="sr-only">for {student_name}</span>
          </Link>
        )}
      </span>
    </p>
  ));
}
