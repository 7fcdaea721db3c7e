import type { CanceledSeat } from '@speakifyr/contract/cancellation.ts';
import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, Clock, type LucideIcon, TriangleAlert, Wallet } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { formatDay, formatDays, nameCharge } from '../../../lib/format.ts';
import { nameCreditNote } from '../../../lib/name-credit-note.ts';
import { linkToCreditNote, linkToReceipt } from '../../../lib/dashboard-links.ts';
import { read } from '../../../lib/read.ts';
import { LoadProblem } from '../../../ui/error-state.tsx';

const STATES: Record<CanceledSeat['state'], { text: string; icon: LucideIcon }> = {
  none: { text: 'No refund', icon: Ban },
  'on its way': { text: 'Refund on its way', icon: Clock },
  refunded: { text: 'Refunded', icon: CircleCheck },
  failed: { text: 'Not back yet: we’ll be in touch', icon: TriangleAlert },
};

const CREDIT = { text: 'Kept as credit', icon: Wallet };

const BY_TEXTS: Record<CanceledSeat['by'], string> = {
  parent: 'You canceled it',
  school: 'The school canceled it',
  'next person': 'Somebody else took the seat',
  returned: 'A payment for it was returned, so it ended',
  'not paid': 'The school released it, because it was not paid in time',
};

type Props = {
  /** Takes the focus after a seat was canceled. */
  ref: Ref<HTMLHeadingElement>;
};

/** The student's canceled seats, and the state of their refunds. Renders nothing without one. */
export function CanceledSeats({ ref }: Props) {
  const canceled = useQuery(read('GET /myCancellations'));
  if (canceled.isError)
    return (
      <Frame headingRef={ref}>
        <LoadProblem what="Your canceled seats" query={canceled} />
      </Frame>
    );
  if (!canceled.data || canceled.data.length === 0) return null;
  return (
    <Frame headingRef={ref}>
      <ul className="card bg-base-100 shadow-card divide-base-300 divide-y">
        {canceled.data.map((seat, index) => (
          <li key={seat.cartId ?? index} className="p-5">
            <Seat seat={seat} />
          </li>
        ))}
      </ul>
    </Frame>
  );
}

function Frame({
  headingRef,
  children,
}: {
  headingRef: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby="canceled-heading" className="mt-10">
      <h2
        ref={headingRef}
        id="canceled-heading"
        tabIndex={-1}
        className="mb-4 text-2xl font-bold outline-none"
      >
        Canceled seats
      </h2>
      {children}
    </section>
  );
}

function Seat({ seat }: { seat: CanceledSeat }) {
  const { className, camp_start, camp_end, student_name, by, canceledAt } = seat;
  // A payer who is no longer a guardian of the child gets no ids.
  const isForChild = seat.childId !== null || seat.cartId === null;
  const { state, refund, credit, kept, currency, paymentId, differences, creditNotes } = seat;
  const isCredit = state === 'refunded' && credit === refund;
  const { text, icon: Icon } = isCredit ? CREDIT : STATES[state];
  const isFree = refund + kept === 0;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h3 className="text-base font-bold [overflow-wrap:anywhere]">{`${className}${isForChild ? ` for ${student_name}` : ''}`}</h3>
        <p className="text-base-content/80 text-sm tabular-nums">
          {formatDays(camp_start, camp_end)}
        </p>
        <p className="text-base-content/80 text-sm">
          {BY_TEXTS[by]} on {formatDay(new Date(canceledAt))}
        </p>
        {!isFree && (
          <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {[paymentId, ...differences].map((id, place) => (
              <Link key={id} to={linkToReceipt(id)} className="link">
                <span>{place === 0 ? 'Receipt' : 'Receipt of the difference'}</span>{' '}
                <span className="sr-only">for {className}</span>
              </Link>
            ))}
            {creditNotes.map((no) => (
              <Link key={no} to={linkToCreditNote(no)} className="link">
                Credit note {nameCreditNote(no)}
              </Link>
            ))}
          </p>
        )}
      </div>
      <div className="flex flex-col items-start gap-1 sm:items-end">
        <span className="badge bg-base-300 border-base-content/15 h-auto gap-1.5 py-1 text-sm font-semibold">
          <Icon className="size-4 shrink-0" aria-hidden="true" />
          <span>{isFree ? 'It was free' : text}</span>
        </span>
        {!isFree && (
          <span className="text-sm tabular-nums">
            {refund > credit && (
              <strong>{nameCharge((refund - credit) / 100, currency)} back</strong>
            )}
            {refund > credit && credit > 0 && <span>{', '}</span>}
            {credit > 0 && <strong>{nameCharge(credit / 100, currency)} as credit</strong>}
            <span>{`${refund > 0 && kept > 0 ? ', ' : ''}${kept > 0 ? `${nameCharge(kept / 100, currency)} kept` : ''}`}</span>
          </span>
        )}
      </div>
    </div>
  );
}
