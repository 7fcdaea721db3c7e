import { slugText } from '@speakifyr/contract/format.ts';
import type { ClassPeople, SeatPayment } from '@speakifyr/contract/office.ts';
import type { CsvCell } from '../../lib/csv.ts';
import { formatIsoDay, formatTime } from '../../lib/format.ts';

const HEADINGS = [
  'Entry Code',
  'Name',
  'Email',
  'State',
  'Amount',
  'Currency',
  'Payment ID',
  'Day',
  'Held until',
];

/** Everybody on a class's page, for a spreadsheet. Days and times are the school's. */
export function listPeopleRows({ enrolled, held, refunded }: ClassPeople): CsvCell[][] {
  return [
    HEADINGS,
    ...enrolled.map(({ entry_code, name, email, payment, enrolledAt }) => [
      entry_code,
      name,
      email,
      'enrolled',
      ...describePayment(payment),
      formatIsoDay(new Date(enrolledAt)),
      '',
    ]),
    ...held.map(({ name, email, payment, joinedAt, heldUntil }) => [
      '',
      name,
      email,
      'held',
      ...describePayment(payment),
      formatIsoDay(new Date(joinedAt)),
      formatTime(new Date(heldUntil)),
    ]),
    ...refunded.map(({ name, email, settledAt, createdAt, ...payment }) => [
      '',
      name,
      email,
      'refunded',
      ...describePayment(payment),
      formatIsoDay(new Date(settledAt ?? createdAt)),
      '',
    ]),
  ];
}

/** The file's name, such as `sailing-on-the-lake-people.csv`. */
export function namePeopleFile({ name }: ClassPeople): string {
  return `${slugText(name) || 'class'}-people.csv`;
}

function describePayment(payment: SeatPayment | null): CsvCell[] {
  return payment ? [payment.amount / 100, payment.currency, payment._id] : ['', '', ''];
}
