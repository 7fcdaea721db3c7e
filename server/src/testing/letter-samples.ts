import type { MailKind } from '@speakifyr/contract/limits.ts';
import type { ClassSummary, SeatSummary } from '../class-facts.ts';
import type { FactsOf, LetterContext } from '../mail/letters/facts.ts';
import { writeMail } from '../mail/write-mail.ts';

/** What people may have typed. */
export type SampleTexts = {
  person: string;
  children: string[];
  className: string;
  message: string;
};

export const USUAL: SampleTexts = {
  person: 'Rosa Kaplan',
  children: ['Mia Kaplan', 'Tom Kaplan', 'Ana Kaplan'],
  className: 'Sailing on the Lake',
  message:
    'Dear families,\n\nthe bus leaves at 8:30 AM in front of the school. Please be there ten minutes early.\n\nSee you soon!',
};

export const SAMPLE_CONTEXT: Omit<LetterContext, 'to'> = {
  publicUrl: 'https://camp.example',
  timeZone: 'Asia/Dhaka',
  currency: 'USD',
  now: new Date('2027-06-01T08:00:00Z'),
};

const FULL: ClassSummary = {
  name: '',
  camp_start: '2027-07-05',
  camp_end: '2027-07-16',
  dailyStart: '09:00',
  dailyEnd: '15:30',
  ageFrom: 8,
  ageTo: 12,
  place: 'Boathouse on the lake',
  room: 104,
  instructor: 'Maren Solbakk',
  revision: 2,
};
/** A class as earlier versions made it, without an instructor, on a single day. */
const SPARSE: ClassSummary = {
  ...FULL,
  camp_end: FULL.camp_start,
  ...{ dailyStart: null, dailyEnd: null, ageFrom: null, ageTo: null, place: '', instructor: null },
};

type Sample<K extends MailKind = MailKind> = {
  kind: K;
  /** Names the sample among those of its kind. */
  variant: string;
  facts: FactsOf<K>;
};

/** Every kind of letter, in all its variants, with these texts wherever people can type. */
export function listSamples({ person, children, className, message }: SampleTexts): Sample[] {
  const campClass = { ...FULL, name: className, instructor: person };
  const sparse = { ...SPARSE, name: className };
  const paymentId = 'pi_3Pq7Zx2eZvKYlo2C1gRkLmNo';
  const freeId = 'free_65f1c0ffee0123456789abcd';
  const seat = { entryCode: 'EXM-101', child: null, calendarId: paymentId };
  const childSeats = children.map((child, index) => ({
    entryCode: `EXM-10${index + 1}`,
    child,
    calendarId: `65f1c0ffee012345678900a${index}`,
  }));
  const [mia = seat, tom = seat] = childSeats;
  const charge = { amount: 18_950, currency: 'USD' };
  const free = { ...charge, amount: 0 };
  const heldUntil = new Date('2027-06-01T08:10:00Z');
  const paidAt = new Date('2027-06-01T07:59:00Z');
  const changes = [
    { label: 'First day', was: 'Monday, June 28, 2027', is: 'Monday, July 5, 2027' },
    { label: 'Place', was: '', is: className },
    { label: 'Room', was: '12', is: '104' },
    { label: 'Instructor', was: 'To be announced', is: person },
  ];
  const item = { className, child: null, amount: charge.amount };
  const given = (place: SeatSummary) => ({
    ...{ ...item, child: place.child, outcome: 'given' as const, campClass, seat: place },
    healthPath: place.child === null ? null : `/dashboard/children/${place.calendarId}`,
  });
  const lose = (place: SeatSummary | null) => ({
    ...{ ...item, child: place?.child ?? null },
    entry: place && { campClass, seat: { ...place, entryCode: '' } },
  });
  const ask = (name: string, index: number) => ({
    ...{ name, className, camp_start: campClass.camp_start },
    path: `/dashboard/children/65f1c0ffee012345678900a${index}`,
  });
  const make = <K extends MailKind>(kind: K, variant: string, facts: FactsOf<K>): Sample =>
    ({ kind, variant, facts }) as Sample;
  return [
    make('welcome', '', {}),
    make('seat held', '', { seats: [{ campClass, child: null, price: 189.5, heldUntil }] }),
    make('seat held', 'sparse', {
      seats: [{ campClass: sparse, child: null, price: 0, heldUntil }],
    }),
    make('seat held', 'child', {
      seats: [{ campClass, child: mia.child, price: 189.5, heldUntil }],
    }),
    make('seat held', 'children', {
      seats: childSeats.map(({ child }) => ({ campClass, child, price: 189.5, heldUntil })),
    }),
    make('paid', '', { items: [given(seat)], charge, paymentId, paidAt }),
    make('paid', 'free', {
      items: [{ ...given(seat), campClass: sparse, amount: 0 }],
      charge: free,
      paymentId: freeId,
      paidAt,
    }),
    make('paid', 'child', { items: [given(mia)], charge, paymentId, paidAt }),
    make('paid', 'children', {
      items: childSeats.map(given),
      charge: { ...charge, amount: 3 * charge.amount },
      paymentId,
      paidAt,
    }),
    make('paid', 'not all', {
      items: [
        given(mia),
        { ...item, child: tom.child, outcome: 'refused', refund: 'pending' },
        { ...item, child: null, outcome: 'refused', refund: 'failed' },
        { ...item, child: tom.child, outcome: 'taken' },
      ],
      charge: { ...charge, amount: 4 * charge.amount },
      paymentId,
      paidAt,
    }),
    make('paid', 'no longer a guardian', {
      items: [{ ...item, child: mia.child, outcome: 'hidden' }],
      charge,
      paymentId,
      paidAt,
    }),
    make('refunded', 'no seat', {
      lost: [lose(null)],
      ...{ isWhole: true, charge, paymentId, reason: 'no seat', state: 'succeeded' },
    }),
    make('refunded', 'no seats', {
      lost: childSeats.map(({ child }) => ({ ...lose(null), child })),
      ...{ isWhole: true, charge, paymentId, reason: 'no seat', state: 'failed' },
    }),
    make('refunded', 'by the school', {
      lost: [lose(seat)],
      ...{ isWhole: true, charge, paymentId, reason: 'by the school', state: 'succeeded' },
    }),
    make('refunded', 'children', {
      lost: childSeats.map(lose),
      ...{ isWhole: true, charge, paymentId, reason: 'by the school', state: 'succeeded' },
    }),
    make('refunded', 'one of several', {
      lost: [lose(mia)],
      ...{ isWhole: false, charge, paymentId, reason: 'by the school', state: 'succeeded' },
    }),
    make('refunded', 'a part', {
      lost: [],
      ...{ isWhole: false, charge, paymentId, reason: 'by the school', state: 'pending' },
    }),
    make('class changed', '', { campClass, changes, seats: [seat] }),
    make('class changed', 'instructor', { campClass: sparse, changes, seats: [] }),
    make('class changed', 'children', { campClass, changes, seats: childSeats }),
    make('class canceled', '', {
      campClass,
      seats: [seat],
      payment: { charges: [charge], ids: [paymentId] },
    }),
    make('class canceled', 'free', {
      campClass: sparse,
      seats: [seat],
      payment: { charges: [free], ids: [freeId] },
    }),
    make('class canceled', 'children', {
      campClass,
      seats: childSeats,
      payment: { charges: [charge], ids: [paymentId] },
    }),
    make('class canceled', 'other guardian', { campClass, seats: [mia], payment: null }),
    make('reminder', 'week', { campClass, seats: [seat], days: 7 }),
    make('reminder', 'tomorrow', { campClass: sparse, seats: [seat], days: 1 }),
    make('reminder', 'child', { campClass, seats: [mia], days: 1 }),
    make('reminder', 'children', { campClass, seats: childSeats, days: 7 }),
    make('guardian invited', '', {
      from: 'rosa@camp.example',
      may: ['see', 'book'],
      expiresAt: heldUntil,
    }),
    make('health question', 'child', { children: [ask(children[0] ?? '', 0)] }),
    make('health question', 'children', { children: children.map(ask) }),
    make('new role', 'instructor', { role: 'instructor' }),
    make('new role', 'admin', { role: 'admin' }),
    make('account removed', '', {}),
    make('account deleted', '', {}),
    make('contact form', '', {
      name: person,
      email: 'guest@camp.example',
      message,
      at: new Date('2027-06-01T07:00:00Z'),
    }),
    make('school message', '', { className, subject: className, text: message, from: person }),
  ];
}

/** Kinds that a person can turn off. */
const OPTIONAL: MailKind[] = ['seat held', 'reminder', 'school message'];

/** The email of a sample. */
export function writeSample({ kind, facts }: Sample, person: string) {
  return writeMail(kind, facts, {
    ...SAMPLE_CONTEXT,
    to: { name: person, address: 'rosa@camp.example' },
    turnOffLink: OPTIONAL.includes(kind)
      ? `${SAMPLE_CONTEXT.publicUrl}/emails/turn-off?token=abc.def`
      : undefined,
  });
}
