import type { EnrolledClass, PaidItem } from '@speakifyr/contract/payments.ts';
import { BadgeCheck, RotateCcw } from 'lucide-react';
import { nameCharge } from '../../../lib/format.ts';
import { SavePassButton } from '../../../ui/save-pass-button.tsx';
import { CalendarFileButton } from '../seats/calendar-file-button.tsx';
import { listSeatFacts } from '../seats/seats-of-class.ts';

type Props = {
  item: PaidItem;
  /** Missing if the seat was lost, or the payer may not see it. */
  seat: EnrolledClass | undefined;
};

/** What became of one seat of a payment: who goes to which class, when and where, or what goes back. */
export function BoughtSeat({ item, seat }: Props) {
  const { className, student_name, state, entry_code, amount } = item;
  const isEnrolled = state === 'enrolled';
  const Icon = isEnrolled ? BadgeCheck : RotateCcw;
  return (
    <li className="flex gap-3 py-4">
      <Icon
        className={`mt-0.5 size-6 shrink-0 ${isEnrolled ? 'text-success' : 'text-secondary'}`}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {student_name}: {className}
        </p>
        {isEnrolled && entry_code === null ? (
          <p>You have paid for this seat, but you are no longer a guardian of this child.</p>
        ) : isEnrolled ? (
          <Facts item={item} seat={seat} />
        ) : (
          <p key="refused">
            No seat left: {nameCharge(amount / 100)} will be refunded the way you paid; on a card,
            usually within 5–10 days.
          </p>
        )}
      </div>
    </li>
  );
}

function Facts({ item, seat }: Props) {
  const { className, student_name, entry_code, room } = item;
  const facts = seat ? listSeatFacts(seat) : room === null ? [] : [`Room ${room}`];
  const when = facts.slice(0, -1).join(', ');
  const where = facts.at(-1);
  return (
    <>
      {when && <p className="tabular-nums">{when}</p>}
      {where && <p className="[overflow-wrap:anywhere]">{where}</p>}
      <p>
        Entry code <strong className="text-primary font-display tracking-wide">{entry_code}</strong>
      </p>
      <div className="flex flex-wrap gap-2 pt-1">
        {seat && (
          <CalendarFileButton seat={seat}>
            Add to calendar
            <span className="sr-only">
              : {className} for {student_name}
            </span>
          </CalendarFileButton>
        )}
        {entry_code && (
          <SavePassButton
            pass={{
              entryCode: entry_code,
              name: student_name,
              className,
              lines: facts,
            }}
          />
        )}
      </div>
    </>
  );
}
