import { sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import type {
  EnrolledPerson,
  HoldingPerson,
  RefundedPerson,
  SeatPayment,
} from '@speakifyr/contract/office.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDay, nameCharge } from '../../../lib/format.ts';
import { linkToPaymentSearch } from '../../../lib/dashboard-links.ts';
import { REASON_LABELS, nameRefundState } from '../../../lib/refund-labels.ts';
import { DataCell, DataRow, DataTable } from '../../../ui/data-table.tsx';
import { PaymentBadge } from '../../../ui/payment-badge.tsx';
import { SeatMoney } from '../../../ui/seat-money.tsx';
import { HoldRow } from './hold-row.tsx';

type EnrolledProps = {
  enrolled: EnrolledPerson[];
  /** The buttons for a seat. */
  renderActions: (person: EnrolledPerson) => ReactNode;
};

/** Who is enrolled, by entry code, and what they paid. */
export function EnrolledTable({ enrolled, renderActions }: EnrolledProps) {
  return (
    <DataTable
      label="Enrolled"
      columns={['Entry Code', 'Name', 'Booked by', 'Payment', 'Since', 'Action']}
      notPrinted="Action"
    >
      {enrolled.map((person) => (
        <DataRow key={person.cartId} className="grid-cols-[1fr_auto]">
          <DataCell className="text-primary font-display font-bold tracking-wide">
            {person.entry_code}
          </DataCell>
          <NameCells
            name={person.name}
            email={person.email}
            note={person.isForResale && 'Up for resale'}
          />
          <DataCell className="order-1">
            <SeatMoney person={person} />
          </DataCell>
          <DayCell day={person.enrolledAt} />
          <DataCell className="order-2 col-span-2 pt-2 print:hidden">
            {renderActions(person)}
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}

type HeldProps = {
  held: HoldingPerson[];
  classId: string;
  renderHold: (heldUntil: string) => ReactNode;
  /** Called after the person has closed the success message. */
  onReleased: () => void;
};

/** The seats that are held and not paid for yet, the first to end first. */
export function HeldTable({ held, classId, renderHold, onReleased }: HeldProps) {
  return (
    <DataTable
      label="Open holds"
      columns={['Name', 'Booked by', 'Payment', 'Held until', 'Action']}
      notPrinted="Action"
    >
      {held.map((hold) => (
        <HoldRow key={hold.cartId} hold={hold} classId={classId} onReleased={onReleased}>
          <DataCell>
            {hold.payment ? <Paid payment={hold.payment} /> : 'Payment not started'}
          </DataCell>
          <DataCell>
            <span
              className="text-base-content/80 block pt-1 text-sm @3xl:hidden print:hidden"
              aria-hidden="true"
            >
              Held until
            </span>
            {renderHold(hold.heldUntil)}
          </DataCell>
        </HoldRow>
      ))}
    </DataTable>
  );
}

/** The refunds of this class's seats, one row for each. Some are on their way, and some have failed. */
export function RefundedTable({ refunded }: { refunded: RefundedPerson[] }) {
  return (
    <DataTable label="Refunds" columns={['Name', 'Booked by', 'Refund', 'Day']}>
      {refunded.map(
        ({
          refundId,
          _id,
          name,
          email,
          amount,
          currency,
          state,
          reason,
          at,
          isCredit,
          isByHand,
        }) => (
          <DataRow key={refundId} className="grid-cols-[1fr_auto]">
            <NameCells name={name} email={email} />
            <DataCell className="order-1">
              <Link
                to={linkToPaymentSearch(_id)}
                className="link font-semibold whitespace-nowrap tabular-nums"
              >
                {nameCharge(amount / 100, currency)}
              </Link>
              <span
                className={`block text-sm ${state === 'failed' ? 'text-error font-medium' : 'text-base-content/80'}`}
              >
                {nameRefundState({ state, isCredit, isByHand })} ({REASON_LABELS[reason]})
              </span>
            </DataCell>
            <DayCell day={at} />
          </DataRow>
        ),
      )}
    </DataTable>
  );
}

type NameProps = { name: string; email: string; note?: string | false };

function NameCells({ name, email, note }: NameProps) {
  return (
    <>
      <DataCell className="order-1 col-span-2 font-semibold break-words">
        <span>{name.trim() || 'Not Found'}</span>
        {note && <span className="text-base-content/80 block text-sm font-normal">{note}</span>}
      </DataCell>
      <DataCell className="text-base-content/80 order-1 col-span-2 break-all">
        {sayAddress(email)}
      </DataCell>
    </>
  );
}

function DayCell({ day }: { day: string }) {
  return (
    <DataCell className="text-base-content/80 order-1 tabular-nums">
      <time dateTime={day}>{formatDay(new Date(day))}</time>
    </DataCell>
  );
}

/** The amount and state of a payment, which lead to it in the list of payments. */
function Paid({ payment }: { payment: SeatPayment | null }) {
  if (!payment) return <span>Not in the ledger</span>;
  const { _id, amount, currency, state } = payment;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <PaymentBadge state={state} />
      <Link
        to={linkToPaymentSearch(_id)}
        className="link font-semibold whitespace-nowrap tabular-nums"
      >
        {amount === 0 ? 'Free' : nameCharge(amount / 100, currency)}
      </Link>
    </span>
  );
}
