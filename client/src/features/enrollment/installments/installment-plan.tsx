import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { CircleCheck, Clock } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { formatDay, nameCharge, readToday } from '../../../lib/format.ts';
import { linkToRest } from '../../../lib/dashboard-links.ts';

/** A seat whose price is paid in parts. */
export type PlannedSeat = EnrolledClass & {
  installments: NonNullable<EnrolledClass['installments']>;
};

type Props = {
  seat: PlannedSeat;
  /** The card that is charged, such as `Visa 4242`. */
  card: string;
};

/** The parts of one price: which are paid, and when the others are charged. The rest can be paid at any time. */
export function InstallmentPlan({ seat, card }: Props) {
  const headingId = useId();
  const { classData, childId, student_name, installments } = seat;
  const left = installments.reduce((sum, part) => sum + part.left, 0) / 100;
  return (
    <section aria-labelledby={headingId} className="card bg-base-100 shadow-card p-5 sm:p-6">
      <h2
        id={headingId}
        className="text-xl font-bold [overflow-wrap:anywhere]"
      >{`${classData.name}${childId ? ` for ${student_name}` : ''}`}</h2>
      <ol className="divide-base-300 mt-3 divide-y">
        {installments.map(({ due, amount, left: open }) => (
          <li key={due} className="flex items-center justify-between gap-4 py-3">
            <span className="min-w-0">
              <span className="block">{formatDay(due)}</span>{' '}
              <PartState due={due} left={open} amount={amount} card={card} />
            </span>{' '}
            <span className="shrink-0 font-semibold tabular-nums">{nameCharge(amount / 100)}</span>
          </li>
        ))}
      </ol>
      {left === 0 ? (
        <p className="mt-3 font-semibold">Everything is paid.</p>
      ) : (
        <Link
          to={linkToRest(seat.cartId, 'all')}
          className="btn btn-outline mt-3 w-fit"
          aria-describedby={headingId}
        >
          Pay the rest now: {nameCharge(left)}
        </Link>
      )}
    </section>
  );
}

type PartProps = { due: string; amount: number; left: number; card: string };

function PartState({ due, amount, left, card }: PartProps) {
  if (left === 0)
    return (
      <span className="text-success flex items-center gap-1 text-sm font-semibold">
        <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
        <span>Paid</span>
      </span>
    );
  const rest = left < amount ? `${nameCharge(left / 100)} of it is still owed. ` : '';
  return (
    <span className="text-base-content/80 flex items-center gap-1 text-sm">
      <Clock className="size-4 shrink-0" aria-hidden="true" />
      <span>{`${rest}${
        due < readToday()
          ? 'Not paid yet. Please pay it, or change your card.'
          : `We charge ${card} on this day`
      }`}</span>
    </span>
  );
}
