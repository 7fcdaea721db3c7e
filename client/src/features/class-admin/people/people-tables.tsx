import { sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import { findAge } from '@speakifyr/contract/age.ts';
import type {
  ClassPeople,
  ClassPerson,
  HoldingPerson,
  RefundedPerson,
  SeatPayment,
} from '@speakifyr/contract/office.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDay, nameCharge } from '../../../lib/format.ts';
import { formatChosen } from '../../../lib/say-days.ts';
import { linkToFamily, linkToPaymentSearch } from '../../../lib/dashboard-links.ts';
import { isRefundFailed, sayRefund } from '@speakifyr/contract/money-words.ts';
import { DataCell, DataRow, DataTable } from '../../../ui/data-table.tsx';
import { PaymentBadge } from '../../../ui/payment-badge.tsx';
import { PhoneLink } from '../../../ui/phone-link.tsx';
import { SeatMoney } from '../../../ui/seat-money.tsx';
import { nameGroupOf } from './people-file.ts';
import { ReleaseHold } from './release-hold.tsx';

type EnrolledProps = {
  people: ClassPeople;
  /** The buttons for a seat. */
  renderActions: (person: ClassPerson) => ReactNode;
};

/** Who is enrolled, by entry code, and what they paid. */
export function EnrolledTable({ people, renderActions }: EnrolledProps) {
  return (
    <DataTable
      label="Enrolled"
      columns={['Entry Code', 'Name', 'Booked by', 'Payment', 'Since', 'Action']}
      notPrinted="Action"
    >
      {people.enrolled.map((person) => (
        <DataRow key={person.cartId} className="grid-cols-[1fr_auto]">
          <DataCell className="text-primary font-display font-bold tracking-wide">
            {person.entry_code}
          </DataCell>
          <PersonCells
            person={person}
            campStart={people.camp_start}
            note={[nameGroupOf(person, people.groups), person.isForResale && 'Up for resale']
              .filter(Boolean)
              .join(' · ')}
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
  people: ClassPeople;
  renderHold: (heldUntil: string) => ReactNode;
  /** Called after the person has closed the success message. */
  onReleased: () => void;
};

/** The seats that are held and not paid for yet, the first to end first. */
export function HeldTable({ people, renderHold, onReleased }: HeldProps) {
  return (
    <DataTable
      label="Open holds"
      columns={['Name', 'Booked by', 'Payment', 'Held until', 'Action']}
      notPrinted="Action"
    >
      {people.held.map((hold) => (
        <HoldRow
          key={hold.cartId}
          hold={hold}
          classId={people._id}
          who={<PersonCells person={hold} campStart={people.camp_start} />}
          onReleased={onReleased}
        >
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
                className={`block text-sm ${isRefundFailed({ state, isByHand }) ? 'text-error font-medium' : 'text-base-content/80'}`}
              >
                {sayRefund({ state, reason, isCredit, isByHand })}
              </span>
            </DataCell>
            <DayCell day={at} />
          </DataRow>
        ),
      )}
    </DataTable>
  );
}

type PersonProps = {
  person: Pick<
    ClassPerson,
    'name' | 'birthDate' | 'days' | 'userId' | 'bookedBy' | 'phone' | 'email'
  >;
  /** The first day of the class, yyyy-mm-dd. The age is the one on that day. */
  campStart: string;
  note?: string | false;
};

/** Who has a seat, with a link to the family, and who booked it, with the phone. */
function PersonCells({ person, campStart, note }: PersonProps) {
  const { name, birthDate, userId, bookedBy, phone, email } = person;
  const age = birthDate && `Age ${findAge(birthDate, campStart)}`;
  const facts = [age, formatChosen(person), note].filter(Boolean);
  return (
    <>
      <DataCell className="order-1 col-span-2 break-words">
        <Link to={linkToFamily(userId)} className="link font-semibold">
          {name.trim() || 'Not Found'}
        </Link>
        {facts.length > 0 && (
          <span className="text-base-content/80 block text-sm">{facts.join(' · ')}</span>
        )}
      </DataCell>
      <DataCell className="text-base-content/80 order-1 col-span-2 [overflow-wrap:anywhere]">
        {bookedBy !== name && <span className="text-base-content block">{bookedBy}</span>}
        {phone && <PhoneLink phone={phone} className="link block whitespace-nowrap" />}
        <span className="block text-sm">{sayAddress(email)}</span>
      </DataCell>
    </>
  );
}

type NameProps = { name: string; email: string };

function NameCells({ name, email }: NameProps) {
  return (
    <>
      <DataCell className="order-1 col-span-2 font-semibold break-words">
        {name.trim() || 'Not Found'}
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

type Props = {
  hold: HoldingPerson;
  classId: string;
  /** The cells that say whose it is. */
  who: ReactNode;
  /** Called after the person has closed the success message. */
  onReleased: () => void;
  /** The cells between these and the button. */
  children: ReactNode;
};

/** A held seat: whose it is, until when, and the button that releases it. */
function HoldRow({ hold, classId, who, onReleased, children }: Props) {
  return (
    <DataRow>
      {who}
      {children}
      <DataCell className="pt-2 @3xl:w-40 print:hidden">
        <ReleaseHold
          hold={hold}
          classId={classId}
          className="w-full @3xl:w-auto"
          onReleased={onReleased}
        />
      </DataCell>
    </DataRow>
  );
}
