import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import type { Family } from '@speakifyr/contract/families.ts';
import type { EnrolledPerson } from '@speakifyr/contract/office.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { nameCharge, readToday } from '../../../lib/format.ts';
import { linkToClassPeople, linkToPageOf } from '../../../lib/paths.ts';
import { formatCamp } from '../../../lib/say-days.ts';
import { ClassStatusBadge } from '../../../ui/class-status-badge.tsx';
import { DataCell, DataRow, DataTable } from '../../../ui/data-table.tsx';
import { SeatMoney } from '../../../ui/seat-money.tsx';

type Enrolled = Family['enrolled'][number];
export type SeatClass = Enrolled['campClass'];

type Props = {
  family: Family;
  /** The buttons for a paid seat. */
  renderActions: (person: EnrolledPerson, campClass: SeatClass) => ReactNode;
  /** The buttons for a seat that the account holds. */
  renderHeldActions: (seat: Family['held'][number]) => ReactNode;
  /** Shows until when a seat is held. */
  renderHold: (heldUntil: string) => ReactNode;
};

/** The seats of a family, held ones first, then the paid ones of all years. */
export function FamilySeats({ family, renderActions, renderHeldActions, renderHold }: Props) {
  const { account, enrolled, held } = family;
  return (
    <DataTable label="Seats" columns={['For', 'Class', 'Entry Code', 'Payment', 'Action']}>
      {held.map((seat) => {
        const { campClass, person } = seat;
        const state = person.isReserved ? 'Reserved' : person.isOffered ? 'Offered' : 'Held';
        return (
          <DataRow key={person.cartId}>
            <PersonCell name={person.name} email={person.email} />
            <ClassCell campClass={campClass} />
            <DataCell>
              <span className="badge bg-base-300 border-base-content/15 font-semibold">
                {state}
              </span>
            </DataCell>
            <DataCell>
              <span className="block font-semibold tabular-nums">
                {nameCharge(person.cost / 100)}
              </span>
              <span>{person.payment ? 'Payment not finished' : 'Payment not started'}</span>
            </DataCell>
            <DataCell className="pt-2">
              <span className="text-base-content/80 block text-sm">{state} until</span>
              {renderHold(person.heldUntil)}
              {person.userId === account._id && (
                <div className="mt-2 flex flex-wrap gap-3">{renderHeldActions(seat)}</div>
              )}
            </DataCell>
          </DataRow>
        );
      })}
      {enrolled.map(({ campClass, person }) => (
        <DataRow key={person.cartId}>
          <PersonCell
            name={person.name}
            email={person.email}
            note={person.isForResale && 'Up for resale'}
          />
          <ClassCell campClass={campClass} />
          <DataCell className="text-primary font-display font-bold tracking-wide">
            {person.entry_code}
          </DataCell>
          <DataCell>
            <SeatMoney person={person} />
          </DataCell>
          <DataCell className="pt-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              {renderActions(person, campClass)}
              {person.childId && campClass.camp_end >= readToday() && (
                <Link to={linkToPageOf('classCare', campClass._id)} className="link text-sm">
                  Care sheet <span className="sr-only">of {campClass.name}</span>
                </Link>
              )}
            </div>
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}

function PersonCell({ name, email, note }: { name: string; email: string; note?: string | false }) {
  return (
    <DataCell className="[overflow-wrap:anywhere]">
      <span className="block font-semibold">{name}</span>
      <span className="text-base-content/80 text-sm">{`booked by ${hasMailbox(email) ? email : 'the office'}`}</span>
      {note && <span className="text-base-content/80 block text-sm">{note}</span>}
    </DataCell>
  );
}

function ClassCell({ campClass }: { campClass: SeatClass }) {
  const { _id, name, status, isCanceled } = campClass;
  return (
    <DataCell className="break-words">
      <Link to={linkToClassPeople(_id)} className="link font-semibold">
        {name}
      </Link>{' '}
      <ClassStatusBadge status={isCanceled ? 'canceled' : status} />
      <span className="text-base-content/80 block text-sm tabular-nums">
        {formatCamp(campClass)}
      </span>
    </DataCell>
  );
}
