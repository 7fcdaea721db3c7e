import type { ListedPayment, Movement } from '@speakifyr/contract/office.ts';
import { nameMethod } from '@speakifyr/contract/payment-methods.ts';
import type { CsvCell } from '../../../lib/csv.ts';
import { formatTime } from '../../../lib/format.ts';
import { PAYMENT_LABELS, sayWhy } from '@speakifyr/contract/money-words.ts';

export const HEADINGS = [
  'Day',
  'Time',
  'Name',
  'Email',
  'Class',
  'State',
  'Price',
  'Paid',
  'Refunded',
  'Kept',
  'Currency',
  'Method',
  'Payment ID',
];

/** Days, yyyy-mm-dd; both are included. */
type Days = { from?: string; to?: string };

/**
 * What moved on some days, for a spreadsheet: one line for money that arrived, and one, below 0, for each refund on its
 * own day, newest first. So the columns add up to the totals, and the lines of a past month stay as they are. A payment
 * that brought no money has one line, for the day on which it began. Day and time are the school's. R20
 */
export function listMovementRows(
  payments: ListedPayment[],
  { from = '', to = '9999-12-31' }: Days,
): CsvCell[][] {
  return payments
    .flatMap((payment) => listMovements(payment).map((movement) => ({ payment, movement })))
    .filter(({ movement: { day } }) => from <= day && day <= to)
    .sort((a, b) => b.movement.at.localeCompare(a.movement.at))
    .map(({ payment, movement }) => listCells(payment, movement));
}

function listMovements({ movements }: ListedPayment): Movement[] {
  const moved = movements.filter(({ kind }) => kind !== 'begun');
  return moved.length > 0 ? moved : movements;
}

function listCells(payment: ListedPayment, movement: Movement): CsvCell[] {
  const { kind, at, day, amount } = movement;
  const { _id, name, email, items, currency, method } = payment;
  const isPrice = kind === 'begun' || kind === 'paid';
  const isPaid = isPrice || (kind === 'credit' && method === 'credit' && amount > 0);
  const isRefund = !isPaid;
  return [
    day,
    formatTime(new Date(at)),
    name,
    email,
    items.map(nameItem).join(', '),
    nameMovement(payment, movement),
    isPaid ? payment.amount / 100 : '',
    isRefund ? 0 : amount / 100,
    isRefund ? amount / 100 : 0,
    amount / 100,
    currency,
    nameMethod(kind === 'credit' ? 'credit' : method),
    _id,
  ];
}

function nameMovement(
  { state, amount: price }: ListedPayment,
  { kind, reason, amount }: Movement,
): string {
  if (kind === 'begun') return price === 0 ? 'Free' : PAYMENT_LABELS[state];
  if (kind === 'paid') return PAYMENT_LABELS.enrolled;
  if (kind === 'credit') return nameCredit(amount, reason);
  if (reason === 'payment bounced') return PAYMENT_LABELS.bounced;
  const why = sayWhy(reason);
  if (kind === 'returned') return `${PAYMENT_LABELS.refunded}${why}`;
  return reason === 'dispute' ? 'Dispute won on appeal' : `Refund came back${why}`;
}

function nameCredit(amount: number, reason: Movement['reason']): string {
  if (amount < 0) return `${PAYMENT_LABELS.credit}${sayWhy(reason)}`;
  return reason ? 'Credit turned into a refund' : 'Paid with credit';
}

/** Such as `Guitar (Mia)`; without a name if the seat is for the payer. */
function nameItem({ className, childId, student_name }: ListedPayment['items'][number]): string {
  const what = className || 'For no seat';
  return childId ? `${what} (${student_name})` : what;
}
