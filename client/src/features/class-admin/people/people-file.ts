import { findAge } from '@speakifyr/contract/age.ts';
import { slugText } from '@speakifyr/contract/format.ts';
import type { ClassPeople, ClassPerson, EnrolledPerson } from '@speakifyr/contract/office.ts';
import type { PriceLine } from '@speakifyr/contract/prices.ts';
import { sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import type { CsvCell } from '../../../lib/csv.ts';
import { formatIsoDay, formatTime } from '../../../lib/format.ts';
import { readSeatMoney } from '../../../lib/seat-money.ts';
import { sayRefund } from '@speakifyr/contract/money-words.ts';

const HEADINGS = [
  'Entry Code',
  'Name',
  'Age',
  'Booked by',
  'Phone',
  'Email',
  'State',
  'Price',
  'Paid and not given back',
  'Owed',
  'Currency',
  'Payment ID',
  'Day',
  'Held until',
  'How the price came about',
];

type Booked = Pick<ClassPerson, 'name' | 'birthDate' | 'bookedBy' | 'phone' | 'email'>;

/** Everybody on a class's page, for a spreadsheet. Days and times are the school's; ages are those of the first day. */
export function listPeopleRows(people: ClassPeople): CsvCell[][] {
  const { camp_start, enrolled, held, refunded, groups } = people;
  const describePerson = ({ name, birthDate, bookedBy, phone, email }: Booked): CsvCell[] => [
    name,
    birthDate ? findAge(birthDate, camp_start) : '',
    bookedBy,
    phone ?? '',
    sayAddress(email),
  ];
  const hasDays = [...enrolled, ...held].some(({ days }) => days);
  const dayCell = ({ days = [] }: Pick<ClassPerson, 'days'>) => (hasDays ? [days.join('; ')] : []);
  const hasGroups = groups.groups.length > 0;
  const groupCell = (name: string) => (hasGroups ? [name] : []);
  return [
    [...HEADINGS, ...(hasDays ? ['Days'] : []), ...groupCell('Group')],
    ...enrolled.map((person) => [
      person.entry_code,
      ...describePerson(person),
      'enrolled',
      ...describeSeat(person),
      formatIsoDay(new Date(person.enrolledAt)),
      '',
      describePrice(person.lines),
      ...dayCell(person),
      ...groupCell(nameGroupOf(person, groups)),
    ]),
    ...held.map(({ payment, joinedAt, heldUntil, ...person }) => [
      '',
      ...describePerson(person),
      'held',
      ...(payment ? [payment.amount / 100, 0, '', payment.currency, payment._id] : NO_MONEY),
      formatIsoDay(new Date(joinedAt)),
      `${formatIsoDay(new Date(heldUntil))} ${formatTime(new Date(heldUntil))}`,
      '',
      ...dayCell(person),
      ...groupCell(''),
    ]),
    ...refunded.map(({ _id, name, email, amount, currency, at, reason, ...refund }) => [
      '',
      name,
      ...['', '', ''],
      sayAddress(email),
      `refund ${sayRefund({ ...refund, reason })}`,
      ...['', -amount / 100, '', currency, _id],
      formatIsoDay(new Date(at)),
      '',
      '',
      ...dayCell({}),
      ...groupCell(''),
    ]),
  ];
}

/** The name of somebody's group; empty if they have none. */
export function nameGroupOf(
  { cartId }: Pick<ClassPerson, 'cartId'>,
  { groups, seats }: ClassPeople['groups'],
): string {
  const groupId = seats.find((seat) => seat.cartId === cartId)?.groupId;
  return groups.find(({ _id }) => _id === groupId)?.name ?? '';
}

/** `Full price 100; Siblings -20`. Empty if nothing was taken off or added. */
function describePrice(lines: PriceLine[] = []): string {
  return lines.map(({ label, amount }) => `${label} ${amount / 100}`).join('; ');
}

/** The file's name, such as `sailing-on-the-lake-people.csv`. */
export function namePeopleFile({ name }: ClassPeople, ending: 'csv' | 'xlsx'): string {
  return `${slugText(name) || 'class'}-people.${ending}`;
}

const NO_MONEY: CsvCell[] = ['', '', '', '', ''];

function describeSeat(person: EnrolledPerson): CsvCell[] {
  const { payment } = person;
  if (!payment) return NO_MONEY;
  const { price, paid, owed } = readSeatMoney(person);
  return [price / 100, paid / 100, owed / 100, payment.currency, payment._id];
}

/** What the enrolled people have paid, minus refunds: one sum in cents for each currency. R201 */
export function sumPaid({ enrolled }: Pick<ClassPeople, 'enrolled'>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { payment, left } of enrolled)
    if (payment) sums.set(payment.currency, (sums.get(payment.currency) ?? 0) + left);
  return sums;
}
