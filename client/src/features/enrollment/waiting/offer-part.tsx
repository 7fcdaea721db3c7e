import { LABELS } from '@speakifyr/contract/labels.ts';
import { Link, useNavigate } from 'react-router-dom';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { formatMoment } from '../../../lib/format.ts';
import { linkToPayment, paths } from '../../../lib/paths.ts';
import type { CardProps } from './waiting-part.tsx';
import { useTakeFreeSeats } from './waiting.queries.ts';

/** An offer: until when it can be taken, and the two answers to it. */
export function OfferPart({ entry, email, onGone }: CardProps) {
  const { waitId, className, cartIds, price, until } = entry;
  const navigate = useNavigate();
  const decline = useChange('POST /waiting/:waitId/decline');
  const take = useTakeFreeSeats();
  const isOne = cartIds.length === 1;
  const seats = isOne ? 'a seat' : `${cartIds.length} seats`;

  return (
    <>
      <p className="font-display text-xl font-bold">We hold {seats} for you</p>
      <p className="mt-1">
        {until ? (
          <>
            <span>{`${price > 0 ? 'Pay' : 'Take it'} by`}</span>{' '}
            <time dateTime={until} className="font-semibold tabular-nums">
              {formatMoment(new Date(until))}
            </time>
            <span>{`. After that, the next person on the list gets ${isOne ? 'it' : 'them'}.`}</span>
          </>
        ) : (
          'Your time to take it begins when we send you the email about it.'
        )}
      </p>
      {entry.lapses > 0 && (
        <p className="mt-2">
          This is your second offer. If its time runs out too, your place on the list ends.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {price > 0 ? (
          <Link
            to={linkToPayment(...cartIds)}
            state={isOne ? { cartId: cartIds[0] } : null}
            className="btn btn-primary grow sm:grow-0"
          >
            {LABELS.pay} <span className="sr-only">for {className}</span>
          </Link>
        ) : (
          <ActionButton
            className="btn-primary grow sm:grow-0"
            act={() => take.mutateAsync({ entry, email })}
            onDone={() => void navigate(paths.enroll, { state: { emailed: 'confirmation' } })}
          >
            <span>{`Take the ${isOne ? 'seat' : 'seats'}`}</span>{' '}
            <span className="sr-only">in {className}</span>
          </ActionButton>
        )}
        <ActionButton
          className="btn-ghost grow sm:grow-0"
          question={{
            titleText: isOne ? 'Give this seat away?' : 'Give these seats away?',
            text: `The next person on the waiting list of ${className} gets ${isOne ? 'it' : 'them'}.`,
            confirm: isOne ? 'Yes, give it away' : 'Yes, give them away',
          }}
          act={() => decline.mutateAsync({ params: { waitId } })}
          success="The next person gets it"
          onDone={onGone}
        >
          No thanks <span className="sr-only">for {className}</span>
        </ActionButton>
      </div>
    </>
  );
}
