import type { MailKind } from '@speakifyr/contract/limits.ts';
import type { ClassSummary } from '../class-facts.ts';
import type { FactsOf, LetterContext } from '../mail/letters/facts.ts';
import { writeMail } from '../mail/write-mail.ts';

/** What people may have typed. */
export type SampleTexts = { person: string; className: string; message: string };

export const USUAL: SampleTexts = {
  person: 'Rosa Kaplan',
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
export function listSamples({ person, className, message }: SampleTexts): Sample[] {
  const campClass = { ...FULL, name: className, instructor: person };
  const sparse = { ...SPARSE, name: className };
  const seat = { entryCode: 'EXM-101', transactionId: 'pi_3Pq7Zx2eZvKYlo2C1gRkLmNo' };
  const freeSeat = { ...seat, transactionId: 'free_65f1c0ffee0123456789abcd' };
  const charge = { amount: 18_950, currency: 'USD' };
  const free = { ...charge, amount: 0 };
  const paidAt = new Date('2027-06-01T07:59:00Z');
  const paymentId = seat.transactionId;
  const changes = [
    { label: 'First day', was: 'Monday, June 28, 2027', is: 'Monday, July 5, 2027' },
    { label: 'Place', was: '', is: className },
    { label: 'Room', was: '12', is: '104' },
    { label: 'Instructor', was: 'To be announced', is: person },
  ];
  const make = <K extends MailKind>(kind: K, variant: string, facts: FactsOf<K>): Sample =>
    ({ kind, variant, facts }) as Sample;
  return [
    make('welcome', '', {}),
    make('seat held', '', { campClass, price: 189.5, heldUntil: new Date('2027-06-01T08:10:00Z') }),
    make('seat held', 'sparse', { campClass: sparse, price: 0, heldUntil: paidAt }),
    make('paid', '', { campClass, seat, charge, paidAt }),
    make('paid', 'free', { campClass: sparse, seat: freeSeat, charge: free, paidAt }),
    make('refunded', 'no seat', { campClass, seat: null, charge, paymentId, reason: 'no seat' }),
    make('refunded', 'by the school', {
      campClass,
      seat: { ...seat, entryCode: '' },
      charge,
      paymentId,
      reason: 'by the school',
    }),
    make('class changed', '', { campClass, changes, seat }),
    make('class changed', 'instructor', { campClass: sparse, changes, seat: null }),
    make('class canceled', '', { campClass, seat, charge }),
    make('class canceled', 'free', { campClass: sparse, seat: freeSeat, charge: free }),
    make('reminder', 'week', { campClass, seat, days: 7 }),
    make('reminder', 'tomorrow', { campClass: sparse, seat, days: 1 }),
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
