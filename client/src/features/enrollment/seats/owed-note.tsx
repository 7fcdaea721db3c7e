import { toCents } from '@speakifyr/contract/format.ts';
import { nameCard } from '@speakifyr/contract/name-card.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { leastCharge } from '@speakifyr/contract/places.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDay, formatOf, readToday } from '../../../lib/format.ts';
import { linkToRest } from '../../../lib/dashboard-links.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { useSession } from '../../../session/auth.tsx';
import { savedCardOptions } from '../installments/installments.queries.ts';
import { nameSeat, type SeatsOfClass } from './seats-of-class.ts';

/** What is still owed for the seats of a class and by when, with a button to pay it. R354, R378 */
export function OwedNote({ seats }: { seats: SeatsOfClass }) {
  return seats
    .filter(({ owed }) => owed.length > 0)
    .map((seat) => (
      <Owed key={seat.cartId} seat={seat} whose={seats.length > 1 ? nameSeat(seat) : undefined} />
    ));
}

function Owed({ seat, whose }: { seat: EnrolledClass; whose: string | undefined }) {
  const { owed, cartId, currency, classData, installments } = seat;
  const { user } = useSession();
  const [next] = owed;
  const isLate = next !== undefined && next.due < readToday();
  const isByCard = installments !== null && !isLate;
  const { data: card } = useQuery({
    ...savedCardOptions(),
    enabled: user !== null && isByCard,
  });
  if (!next) return null;
  // As the price below: within one card, all amounts have the same label.
  const say = (cents: number) => formatOf(cents / 100, currency);
  const all = sumAmounts(owed);
  const about = <span className="sr-only">{`for ${whose ?? classData.name}`}</span>;
  return (
    <div
      className={`rounded-box mt-4 p-4 ${isLate ? 'bg-warning text-warning-content' : 'bg-base-200'}`}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">
        {isByCard ? (
          <span>{`We charge ${card ? nameCard(card) : 'your card'}${whose ? ` for ${whose}` : ''}: ${say(next.amount)} on ${formatDay(next.due)}`}</span>
        ) : (
          <span>{`Owed${whose ? ` for ${whose}` : ''}: ${say(next.amount)}, ${isLate ? 'was due' : 'due'} ${formatDay(next.due)}`}</span>
        )}
      </p>
      {owed.slice(1).map(({ due, amount }) => (
        <p key={due}>{`Then ${say(amount)}, ${isByCard ? 'on' : 'due'} ${formatDay(due)}`}</p>
      ))}
      <div className="mt-3 flex flex-wrap gap-2">
        {isCharged(next.amount, currency) ? (
          <Link
            to={linkToRest(cartId)}
            className={`btn btn-sm ${isByCard ? 'btn-outline' : 'btn-primary'}`}
          >
            <span>{`Pay ${say(next.amount)}${isByCard ? ' now' : ''}`}</span> {about}
          </Link>
        ) : (
          <p>
            {say(next.amount)} is too little for a card. Pay it with the next part, or at the
            school.
          </p>
        )}
        {owed.length > 1 && isCharged(all, currency) && (
          <Link to={linkToRest(cartId, 'all')} className="btn btn-outline btn-sm">
            Pay all {say(all)} {about}
          </Link>
        )}
      </div>
    </div>
  );
}

/** Whether a card can pay as much as this, in cents. */
function isCharged(amount: number, currency: string): boolean {
  return amount >= toCents(leastCharge(currency));
}
