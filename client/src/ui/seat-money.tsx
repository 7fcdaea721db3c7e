import type { EnrolledPerson } from '@speakifyr/contract/office.ts';
import { Link } from 'react-router-dom';
import { linkToPaymentSearch } from '../lib/dashboard-links.ts';
import { formatDay, nameCharge, readToday } from '../lib/format.ts';
import { readSeatMoney, type SeatMoneyState } from '../lib/seat-money.ts';
import { PaymentBadge } from './payment-badge.tsx';
import type { PaymentLook } from '@speakifyr/contract/money-words.ts';

const BADGES: Record<SeatMoneyState, PaymentLook> = {
  free: 'enrolled',
  paid: 'enrolled',
  'partly paid': 'owing',
  'not paid': 'unpaid',
  'partly refunded': 'part',
};

/** An enrolled seat's price, what was paid of it, and what is owed by when. R557 */
export function SeatMoney({ person }: { person: EnrolledPerson }) {
  const { payment, owed } = person;
  if (!payment) return <span>Not in the ledger</span>;
  const { price, paid, state } = readSeatMoney(person);
  const say = (cents: number) => nameCharge(cents / 100, payment.currency);
  return (
    <span className="block tabular-nums">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PaymentBadge state={BADGES[state]} />
        <Link
          to={linkToPaymentSearch(payment._id)}
          className="link font-semibold whitespace-nowrap"
        >
          {price === 0 ? 'Free' : say(price)}
        </Link>
      </span>
      {paid !== price && (
        <span className="text-base-content/80 mt-1 block text-sm">{`${say(paid)} paid${state === 'partly refunded' ? ' and not given back' : ''}`}</span>
      )}
      {owed.map(({ due, amount }) => (
        <span
          key={due}
          className={`block text-sm ${due < readToday() ? 'text-error font-semibold' : ''}`}
        >{`${say(amount)} owed, ${due < readToday() ? 'was due' : 'due'} ${formatDay(due)}`}</span>
      ))}
    </span>
  );
}
