import type { MailContent, MailPart } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import { findClassEnd } from '../../enrollments/seats/join-until.ts';
import { findSeat, isEnrolled, listEnrolledSeats } from '../../enrollments/seats/find-seat.ts';
import { findClass } from '../../database/class-store.ts';
import { sumLeft, whatIsLeft } from '../../billing/ledger/what-is-left.ts';
import { type ClassSummary, type SeatSummary, summarizeClass } from '../../class-facts.ts';
import type { ClassDocument, EnrolledSeat } from '../../database/collections.ts';
import type { EventOf } from '../../database/event-document.ts';
import type { SeatsOfCause } from '../../database/outbox-document.ts';
import { cleanText } from '../../plain-text.ts';
import { DAY_MS } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import { addressTo, findRecipient } from '../due-mails/recipients.ts';
import {
  defineMail,
  type MailContext,
  listEntries,
  type Read,
  type Reader,
} from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { listCanceledWith } from '../kinds.repo.ts';
import {
  type Charge,
  describeCharge,
  listCharges,
  listChildIds,
  sumCharges,
} from '../parts/props.ts';
import {
  greet,
  listClassFacts,
  listCodes,
  nameChildren,
  nameClass,
  sayAll,
  sayCharge,
  sayRefund,
  sayRemoval,
  subjectOf,
} from '../parts/say.ts';
import { describeLostEntry, describeSeats, findEnrolled } from '../parts/seats.ts';
import { listClassReaders, type SeatOwner } from '../seat-readers.ts';

export type ClassCanceledCause = { kind: 'class canceled' } & SeatsOfCause;

/**
 * `payment` is null for another guardian of the children, who did not pay. Without a seat, it is for the instructor.
 */
type ClassCanceledProps = {
  campClass: ClassSummary;
  seats: SeatSummary[];
  /** `comesBack`: how the money goes back: by itself, or when somebody at the school refunds it. */
  payment: { charges: Charge[]; ids: string[]; comesBack: 'by itself' | 'by hand' } | null;
  /** What the school writes to everybody; empty if nothing. */
  message: string;
};

export const classCanceled = defineMail<ClassCanceledCause, ClassCanceledProps>({
  kind: 'class canceled',
  on: { 'cancel class': describeCanceledMails, 'remove course': describeCanceledMails },
  read,
  write,
  calendar: ({ campClass, seats }) =>
    listEntries(
      'CANCEL',
      seats.map((seat) => ({ campClass, seat })),
    ),
});

/**
 * Says that a class is canceled, and what happens to the money. If the class was only removed, an admin refunds it in
 * Stripe by hand, so the email says what the refund policy says, but not on which day.
 */
function write(
  { campClass, seats, payment, message }: ClassCanceledProps,
  { to }: MailContext,
): MailContent {
  const name = nameClass(campClass.name);
  const children = nameChildren(seats);
  const isTeacher = seats.length === 0;
  const whose = isTeacher
    ? ', the class you teach,'
    : children
      ? `, the class of ${children},`
      : '';
  const isFree = payment?.charges.every(({ amount }) => amount === 0) ?? false;
  return {
    subject: subjectOf('Canceled: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `We are sorry to tell you that ${name}${whose} has been canceled and will not take place.`,
      },
      ...(cleanText(message)
        ? [
            { kind: 'text' as const, text: 'The school writes:' },
            { kind: 'quote' as const, text: cleanText(message) },
          ]
        : []),
      {
        kind: 'text',
        text: isTeacher
          ? 'Everybody who was enrolled gets an email like this one, and their money back.'
          : sayMoney(payment, isFree),
      },
      {
        kind: 'facts',
        facts: [
          ...listCodes(seats),
          ...(payment?.ids ?? []).map((value) => ({
            label: isFree ? 'Enrollment' : 'Payment',
            value,
          })),
          ...listClassFacts(campClass),
        ],
      },
      ...(isTeacher
        ? [{ kind: 'link' as const, label: 'Go to your dashboard', path: '/dashboard/instructor' }]
        : adviseStudents(seats.length)),
      { kind: 'text', text: 'Questions? Just reply to this email.' },
    ],
  };
}

function adviseStudents(count: number): MailPart[] {
  return [
    {
      kind: 'text',
      text: sayRemoval(count, 1),
    },
    { kind: 'link', label: 'See other classes', path: '/classes' },
  ];
}

function sayMoney(payment: ClassCanceledProps['payment'], isFree: boolean): string {
  if (!payment)
    return 'What was paid goes back to the card that it was paid with. Nobody has to ask.';
  if (isFree) return 'The class was free, so there is nothing to refund.';
  const price = sayAll(payment.charges.map(sayCharge));
  if (payment.comesBack === 'by itself')
    return `All of your money comes back: ${price}. ${sayRefund('pending')}`;
  return `We will refund the full price, ${price}, to the card you paid with. You don’t have to ask. Somebody at the school does this by hand, and we will email you again as soon as the money is on its way.`;
}

/**
 * What people read about a class that does not take place. If the school has canceled it, all money comes back by itself
 * and the seats go one after the other. If it was only removed, its people keep their seats until an admin refunds them.
 */
async function read(
  cause: ClassCanceledCause,
  reader: Reader,
  services: Services,
): Promise<Read<ClassCanceledProps> | undefined> {
  const campClass = await findClass(services.database.collections, { _id: cause.classId });
  if (campClass?.status !== 'archived') return undefined;
  return campClass.canceled
    ? readCanceled(cause, campClass, reader, services)
    : readRemoved(cause, reader, services);
}

async function readRemoved(
  cause: ClassCanceledCause,
  reader: Reader,
  services: Services,
): Promise<Read<ClassCanceledProps> | undefined> {
  const found = await findEnrolled(cause, reader, services);
  if (!found) return undefined;
  const { campClass, seats } = found;
  const booked = seats.filter(({ email }) => email === reader.user.email);
  const payment = booked.length > 0 ? await listCharges(booked, services) : null;
  if (payment?.ids.length === 0) return undefined;
  const props = {
    campClass: summarizeClass(campClass),
    seats: await describeSeats(seats, services),
    payment: payment && { ...payment, comesBack: 'by hand' as const },
    message: '',
  };
  return { props, childIds: listChildIds(seats) };
}

/** The seats of a class that the school has canceled so far, because the class is canceled. */
async function findCanceledSeats(classId: ObjectId, { database }: Services): Promise<SeatOwner[]> {
  const canceled = await listCanceledWith(database.collections, classId);
  return canceled.map(({ _id: seatId, email, childId }) => ({
    ...{ seatId, email },
    ...(childId && { childId }),
  }));
}

/** A seat that was in the class when it was canceled, and what comes back for it. */
type LostSeat = Pick<EnrolledSeat, 'seatId' | 'email' | 'childId' | 'name' | 'paymentId'> & {
  back: Charge | undefined;
};

async function readCanceled(
  { seatId, seatIds }: ClassCanceledCause,
  campClass: ClassDocument,
  { user, rights }: Reader,
  services: Services,
): Promise<Read<ClassCanceledProps> | undefined> {
  const classId = campClass._id;
  const common = {
    campClass: summarizeClass(campClass),
    message: campClass.canceled?.message ?? '',
  };
  const ids = seatIds ?? (seatId ? [seatId] : []);
  if (ids.length === 0)
    return user.status === 'active'
      ? { props: { ...common, seats: [], payment: null }, childIds: [] }
      : undefined;
  const canceled = await listCanceledWith(services.database.collections, classId);
  const lost = await Promise.all(
    ids.map(async (id): Promise<LostSeat | undefined> => {
      const one = canceled.find(({ _id }) => _id.equals(id));
      if (!one) return findStillThere({ classId, seatId: id }, services);
      const { email, childId, name, paymentId, refunds, currency } = one;
      const back = describeCharge({ amount: sumAmounts(refunds), currency });
      return { seatId: id, email, name, paymentId, back, ...(childId && { childId }) };
    }),
  );
  const seats = lost.flatMap((seat) => seat ?? []).filter(rights.mayReadSeat);
  if (seats.length === 0) return undefined;
  const until = services.now();
  const entries = await Promise.all(
    seats.map((seat) => describeLostEntry(campClass, { ...seat, until }, services)),
  );
  const paid = seats.filter(({ email }) => email === user.email);
  const props = {
    ...common,
    seats: entries.map(({ seat }) => seat),
    payment: paid.length > 0 ? describeBack(paid) : null,
  };
  return { props, childIds: listChildIds(seats) };
}

/** A seat whose turn has not come. All that is left of what was paid will come back. */
async function findStillThere(
  { classId, seatId }: { classId: ObjectId; seatId: ObjectId },
  services: Services,
): Promise<LostSeat | undefined> {
  const campClass = await findClass(services.database.collections, { _id: classId });
  const seat = findSeat(campClass, { seatId });
  if (!isEnrolled(seat)) return undefined;
  const parts = await whatIsLeft(seat, services);
  const [first] = parts;
  return { ...seat, back: first && describeCharge({ ...first, amount: sumLeft(parts) }) };
}

function describeBack(seats: LostSeat[]): ClassCanceledProps['payment'] {
  return {
    charges: sumCharges(seats.flatMap(({ back }) => back ?? [])),
    ids: [...new Set(seats.map(({ paymentId }) => paymentId))],
    comesBack: 'by itself',
  };
}

const CANCELLED_DAYS = 30;

/** Tells everyone who is enrolled, and the instructor, that the class is canceled, unless it was over. */
async function describeCanceledMails(
  { at, data: { classId, before } }: EventOf<'cancel class' | 'remove course'>,
  services: Services,
): Promise<NewMail<ClassCanceledCause>[]> {
  const campClass = await findClass(services.database.collections, { _id: classId });
  if (!campClass || before.status !== 'open') return [];
  const end = findClassEnd(campClass, services);
  if (end <= at) return [];
  const notAfter = new Date(end.getTime() + CANCELLED_DAYS * DAY_MS);
  const common = { isEssential: true, notAfter };
  // In this order: a seat that is canceled now is in both lists, not in neither.
  const enrolled = listEnrolledSeats(campClass);
  const canceled = await findCanceledSeats(campClass._id, services);
  const seats = [
    ...enrolled.filter(({ seatId }) => !canceled.some((one) => one.seatId.equals(seatId))),
    ...canceled,
  ];
  const readers = await listClassReaders(campClass._id, seats, services);
  const mails = readers.map(({ user, key, about }): NewMail<ClassCanceledCause> => ({
    _id: `canceled-${key}`,
    cause: { kind: 'class canceled', ...about },
    ...addressTo(user),
    ...common,
  }));
  const { instructor } = before;
  const teacher = instructor && (await findRecipient(instructor, services));
  if (!teacher) return mails;
  const cause = { kind: 'class canceled' as const, classId };
  const _id = `canceled-${classId.toHexString()}-instructor`;
  return [...mails, { _id, cause, ...addressTo(teacher), ...common }];
}
