import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { Link } from 'react-router-dom';
import { nameCharge } from '../../lib/format.ts';
import { linkToClassPeople } from '../../lib/paths.ts';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { DayAndTime } from '../../ui/day-and-time.tsx';
import { PaymentBadge } from '../../ui/payment-badge.tsx';

/** A payment: when it began, whose it is, for which class, and what became of it. */
export function PaymentRow({ payment }: { payment: ListedPayment }) {
  const { _id, name, email, items, state, amount, currency, createdAt } = payment;
  return (
    <DataRow>
      <DataCell className="text-base-content/80 order-1 text-sm @3xl:w-44">
        <DayAndTime at={createdAt} />
      </DataCell>
      <DataCell className="[overflow-wrap:anywhere]">
        <span className="block font-semibold">{name.trim() || 'Not Found'}</span>
        <span className="text-base-content/80">{email}</span>
      </DataCell>
      <DataCell className="break-words">
        {items.map(({ cartId, classId, className }) => (
          <Link key={cartId} to={linkToClassPeople(classId)} className="link block">
            {className || 'Class'}
          </Link>
        ))}
      </DataCell>
      <DataCell className="[overflow-wrap:anywhere] @3xl:w-56">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <PaymentBadge state={state} />
          <span className="font-semibold tabular-nums">
            {amount === 0 ? 'Free' : nameCharge(amount / 100, currency)}
          </span>
        </span>
        <span className="text-base-content/80 mt-1 block font-mono text-xs">{_id}</span>
      </DataCell>
    </DataRow>
  );
}
