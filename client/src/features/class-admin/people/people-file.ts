import { slugText } from '@speakifyr/contract/format.ts';
import type { ClassPeople, SeatPayment } from '@speakifyr/contract/office.ts';
import type { PriceLine } from '@speakifyr/contract/prices.ts';
import type { CsvCell } from '../../../lib/csv.ts';
import { formatIsoDay, formatTime } from '../../../lib/format.ts';
import { REASON_LABELS, nameRefundState } from '../../../lib/refund-labels.ts';

const HEADINGS = [
  'Entry Code',
  'Name',
  'Email',
  'State',
  'Amount',
  'Kept',
  'Currency',
  'Payment ID',
  'Day',
  'Held until',
  'Price',
];

/** Everybody on a class's page, for a spreadsheet. Days and times are the school's. */
export function listPeopleRows({ enrolled, held, refunded }: ClassPeople): CsvCell[][] {
  return [
    HEADINGS,
    ...enrolled.map(({ entry_code, name, email, payment, left, enrolledAt, lines }) => [
      entry_code,
      name,
      email,
      'enrolled',
      ...describePayment(payment, left),
      formatIsoDay(new Date(enrolledAt)),
      '',
      describePrice(lines),
    ]),
    ...held.map(({ name, email, payment, joinedAt, heldUntil }) => [
      '',
      name,
      email,
      'held',
      ...describePayment(payment, 0),
      formatIsoDay(new Date(joinedAt)),
      `${formatIsoDay(new Date(heldUntil))} ${formatTime(new Date(heldUntil))}`,
      '',
    ]),
    ...refunded.map(({ _id, name, email, amount, currency, at, reason, ...refund }) => [
      '',
      name,
      email,
      `refund ${nameRefundState(refund)} (${REASON_LABELS[reason]})`,
      ...[-amount / 100, '', currency, _id],
      formatIsoDay(new Date(at)),
      '',
      '',
    ]),
  ];
}

/** `Full price 100; Siblings -20`. Empty if nothing was taken off or added. */
function describePrice(lines: PriceLine[] = []): string {
  return lines.map(({ label, amount }) => `${label} ${amount / 100}`).join('; ');
}

/** The file's name, such as `sailing-on-the-lake-people.csv`. */
export function namePeopleFile({ name }: ClassPeople): string {
  return `${slugText(name) || 'class'}-people.csv`;
}

/** @param kept what is left of what was paid for the seat, in cents */
function describePayment(payment: SeatPayment | null, kept: number): CsvCell[] {
  if (!payment) return ['', '', '', ''];
  return [payment.amount / 100, kept / 100, payment.currency, payment._id];
}

/** What the enrolled people have paid, minus refunds: one sum in cents for each currency. R201 */
export function sumPaid({ enrolled }: Pick<ClassPeople, 'enrolled'>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { payment, left } of enrolled)
    if (payment) sums.set(payment.currency, (sums.get(payment.currency) ?? 0) + left);
  return sums;
}
