import type { CanceledSeat } from '@speakifyr/contract/cancellation.ts';
import type { ListedStatement } from '@speakifyr/contract/statements.ts';
import type { OwnWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { Link } from 'react-router-dom';
import { formatDay, nameCharge } from '../../../lib/format.ts';
import { formatCamp } from '../../../lib/say-days.ts';
import { linkToStatement } from '../../../lib/link-to-statement.ts';
import { listNames } from '../../../lib/list-names.ts';
import { linkToClassPeople } from '../../../lib/paths.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';

const BY_TEXTS: Record<CanceledSeat['by'], string> = {
  parent: 'Canceled by the parent',
  school: 'Canceled by the school',
  'next person': 'Resold to somebody else',
  returned: 'Ended: a payment for it was returned',
  'not paid': 'Released: not paid in time',
};

const STATE_TEXTS: Record<OwnWaitingEntry['state'], string> = {
  waiting: 'Waiting',
  kept: 'A seat is kept until there are enough for all',
  offered: 'Offered a seat',
  paused: 'Paused: an offer ran out',
};

/** The seats that the account had paid for and that were canceled. */
export function CanceledSeats({ seats }: { seats: CanceledSeat[] }) {
  return (
    <ul className="card bg-base-100 shadow-card divide-base-300 divide-y px-5">
      {seats.map((seat) => {
        const { className, student_name, by, canceledAt, refund, credit, kept, currency } = seat;
        const sum = (cents: number) => nameCharge(cents / 100, currency);
        return (
          <li key={seat.cartId ?? canceledAt} className="py-3 [overflow-wrap:anywhere]">
            <p className="font-semibold">
              {student_name}: {className}
            </p>
            <p className="text-base-content/80 text-sm">{`${BY_TEXTS[by]} on ${formatDay(new Date(canceledAt))} · ${sum(refund - credit)} back, ${credit > 0 ? `${sum(credit)} as credit, ` : ''}${sum(kept)} kept`}</p>
          </li>
        );
      })}
    </ul>
  );
}

/** The statements that the account had issued, each with a link to it. */
export function Statements({ statements }: { statements: ListedStatement[] }) {
  return (
    <ul className="card bg-base-100 shadow-card divide-base-300 divide-y px-5">
      {statements.map(({ no, number, year, version, student_name, issuedAt }) => (
        <li key={no} className="py-3 [overflow-wrap:anywhere]">
          <p className="font-semibold">
            <Link to={linkToStatement(no)} className="link">
              {number}
            </Link>
            : {student_name}, {year}
          </p>
          <p className="text-base-content/80 text-sm">
            Version {version}, issued {formatDay(new Date(issuedAt))}
          </p>
        </li>
      ))}
    </ul>
  );
}

type WaitingProps = {
  entries: OwnWaitingEntry[];
  familyId: string;
  /** Whether the account is active: nothing else is changed for the family. */
  isActive: boolean;
};

/** The account's entries in waiting lists, each with a link to the list and a button that takes it off. */
export function WaitingEntries({ entries, familyId, isActive }: WaitingProps) {
  const takeOff = useChange('DELETE /families/:id/waiting/:waitId');
  return (
    <ul className="card bg-base-100 shadow-card divide-base-300 divide-y px-5">
      {entries.map(({ waitId, classId, className, people, state, position, ...camp }) => (
        <li
          key={`${waitId} ${state}`}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 [overflow-wrap:anywhere]"
        >
          <div className="min-w-0">
            <p className="font-semibold">
              {listNames(people.map(({ name }) => name))}:{' '}
              <Link to={linkToClassPeople(classId)} className="link">
                {className}
              </Link>
            </p>
            <p className="text-base-content/80 text-sm">{`${formatCamp(camp)} · ${STATE_TEXTS[state]}${position !== null ? `, number ${position}` : ''}`}</p>
          </div>
          {isActive && state !== 'offered' && (
            <ActionButton
              className="btn-outline btn-sm"
              question={{
                titleText: `Take them off the waiting list of ${className}?`,
                text: 'Their place on the list is lost. They get no email about it.',
                confirm: 'Take off',
              }}
              act={() => takeOff.mutateAsync({ params: { id: familyId, waitId } })}
              success="Taken off the waiting list"
            >
              Take off <span className="sr-only">the waiting list of {className}</span>
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  );
}
