import type { PaidItem } from '@speakifyr/contract/payments.ts';
import { BadgeCheck, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { nameCharge } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { SavePassButton } from '../../../ui/save-pass-button.tsx';
import { useFocusedHeading } from '../../../ui/use-focused-heading.ts';

type Props = {
  items: PaidItem[];
  /** What to do next, such as questions about a child. */
  next: ReactNode;
};

/** What became of every seat of a payment: entry code and room, or the refund. */
export function PaymentOutcome({ items, next }: Props) {
  const heading = useFocusedHeading();
  return (
    <section className="card bg-base-100 shadow-card mx-auto max-w-3xl p-5 sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none">
        {nameOutcome(items)}
      </h2>
      <ul className="divide-base-300 mt-4 divide-y">
        {items.map((item, index) => (
          <Outcome key={index} item={item} />
        ))}
      </ul>
      <p className="text-base-content/80 mt-4">We email you all of this, with your receipt.</p>
      {next}
      <div className="mt-6">
        <Link to={paths.enroll} className="btn btn-primary">
          Go to Enrolled Course
        </Link>
      </div>
    </section>
  );
}

function Outcome({ item }: { item: PaidItem }) {
  const { className, student_name, state, entry_code, room, amount } = item;
  const isEnrolled = state === 'enrolled';
  const Icon = isEnrolled ? BadgeCheck : RotateCcw;
  return (
    <li className="flex gap-3 py-4">
      <Icon
        className={`mt-0.5 size-6 shrink-0 ${isEnrolled ? 'text-success' : 'text-secondary'}`}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {student_name}: {className}
        </p>
        {isEnrolled && entry_code === null ? (
          <p>You have paid for this seat, but you are no longer a guardian of this child.</p>
        ) : isEnrolled ? (
          <>
            <p>
              Entry code{' '}
              <strong className="text-primary font-display tracking-wide">{entry_code}</strong>
              {room !== null && <>, room {room}</>}
            </p>
            {entry_code && (
              <div className="mt-2">
                <SavePassButton
                  pass={{
                    entryCode: entry_code,
                    ...{ name: student_name, className },
                    lines: room === null ? [] : [`Room ${room}`],
                  }}
                />
              </div>
            )}
          </>
        ) : (
          <p>
            No seat left: {nameCharge(amount / 100)} will be refunded the way you paid; on a card,
            usually within 5–10 days.
          </p>
        )}
      </div>
    </li>
  );
}

function nameOutcome(items: PaidItem[]): string {
  const seats = items.filter(({ state }) => state === 'enrolled').length;
  if (seats < items.length) return `You have ${seats} of ${items.length} seats`;
  if (seats === 1) return 'You paid. The seat is yours';
  return seats === 2 ? 'You paid. Both seats are yours' : `You paid. All ${seats} seats are yours`;
}
