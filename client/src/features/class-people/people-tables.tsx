import type {
  EnrolledPerson,
  HoldingPerson,
  RefundedPerson,
  SeatPayment,
} from '@speakifyr/contract/office.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDay, nameCharge } from '../../lib/format.ts';
import { linkToPaymentSearch } from '../../lib/paths.ts';
import { DataCell, DataRow, DataTable } from '../../ui/data-table.tsx';
import { PaymentBadge } from '../../ui/payment-badge.tsx';
import { HoldRow } from './hold-row.tsx';

/** Who is enrolled, by entry code, and what they paid. */
export function EnrolledTable({ enrolled }: { enrolled: EnrolledPerson[] }) {
  return (
    <DataTable label="Enrolled" columns={['Entry Code', 'Name', 'Booked by', 'Payment', 'Since']}>
      {enrolled.map(({ cartId, entry_code, name, email, payment, enrolledAt }) => (
        <DataRow key={cartId} className="grid-cols-[1fr_auto]">
          <DataCell className="text-primary font-display font-bold tracking-wide">
            {entry_code}
          </DataCell>
          <NameCells name={name} email={email} />
          <DataCell className="order-1">
            <Paid payment={payment} />
          </DataCell>
          <DayCell day={enrolledAt} />
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

/** The seats of this class whose money went back. */
export function RefundedTable({ refunded }: { refunded: RefundedPerson[] }) {
  return (
    <DataTable label="Refunded" columns={['Name', 'Booked by', 'Payment', 'Refunded on']}>
      {refunded.map(({ cartId, name, email, createdAt, settledAt, ...payment }) => (
        <DataRow key={cartId + payment._id} className="grid-cols-[1fr_auto]">
          <NameCells name={name} email={email} />
          <DataCell className="order-1">
            <Paid payment={payment} />
          </DataCell>
          <DayCell day={settledAt ?? createdAt} />
        </DataRow>
      ))}
    </DataTable>
  );
}

function NameCells({ name, email }: { name: string; email: string }) {
  return (
    <>
      <DataCell className="order-1 col-span-2 font-semibold break-words">
        {name.trim() || 'Not Found'}
      </DataCell>
      <DataCell className="text-base-content/80 order-1 col-span-2 break-all">{email}</DataCell>
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
  if (!payment) return 'Not in the ledger';
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
