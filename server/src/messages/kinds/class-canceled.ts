import type { ObjectId } from 'mongodb';
import { listRefundsTo, sumLeft, whatIsLeft } from '../../ledger/what-is-left.ts';
import type { ClassSummary, SeatSummary } from '../../class-facts.ts';
import { summarizeClass } from '../../users/class-instructors.ts';
import { readChildName } from '../../users/participant-names.ts';
import type { ClassDocument, EnrolledSeat } from '../../database/class-document.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { EndedReservation, EventOf } from '../../database/event-document.ts';
import type { SeatOfCause, SeatsOfCause } from '../../database/outbox-document.ts';
import { isEnrolled, listEnrolledSeats } from '../../seats/find-seat.ts';
import { findClassEnd } from '../../seats/may-join.ts';
import { cleanText } from '../../plain-text.ts';
import { DAY_MS } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import type { Taxed } from '@speakifyr/contract/tax.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { type Fact, facts, link, quote } from '../content.ts';
import { aboutNoChild, defineMail, type Reader } from '../mail-module.ts';
import {
  asAllHave,
  describeLostEntry,
  describeSeats,
  findClassWithId,
  findEnrolled,
  findSeatOf,
  listCanceledWith,
  listEntries,
  readEach,
} from '../parts/find.ts';
import { type Charge, listCharges, listChildIds, sumCharges } from '../parts/props.ts';
import {
  listClassFacts,
  listCodes,
  nameChildren,
  nameClass,
  nameTheirClass,
  sayAll,
  sayCharge,
  explainRefund,
  sayRemoval,
  subjectOf,
} from '../parts/say.ts';
import { listTaxes, readTaxes } from '../parts/taxes.ts';
import { findRecipient, listClassReaders } from '../recipients.ts';

/** `reserved`: those of the seats that nobody had paid for. They are gone. */
type ClassCanceledCause = { reserved?: EndedReservation[] } & SeatsOfCause;

/**
 * `payment` is null for another guardian of the children, who did not pay. Without a seat, it is for the instructor.
 */
type ClassCanceledProps = {
  campClass: ClassSummary;
  seats: SeatSummary[];
  /** The seats that the office had reserved and nobody had paid for. */
  reserved?: Pick<SeatSummary, 'child'>[];
  /** `comesBack`: how the money goes back: by itself, or when somebody at the school refunds it. */
  payment: {
    charges: Charge[];
    ids: string[];
    comesBack: 'by itself' | 'by hand';
    taxes?: Taxed[] | undefined;
  } | null;
  /** What the school writes to everybody; empty if nothing. */
  message: string;
};

/** For how long after the class people may still hear that it is canceled. */
const CANCELED_DAYS = 30;

/**
 * Says that a class is canceled, and what happens to the money. If the class was only removed, an admin refunds it in
 * Stripe by hand, so the email says what the refund policy says, but not on which day. R95, R187
 */
export const classCanceled = defineMail<ClassCanceledCause, ClassCanceledProps>({
  on: { 'cancel class': notifyEveryone, 'remove course': notifyEveryone },

  /**
   * What people read about a class that does not take place. If the school canceled it, all money comes back by itself
   * and the seats end one after another. If it was only removed, people keep their seats until an admin refunds them.
   */
  async read(cause, reader, services) {
    const campClass = await findClassWithId(cause.classId, services);
    if (campClass?.status !== 'archived') return undefined;
    const found = await (campClass.canceled
      ? readCanceled(cause, campClass, reader, services)
      : readRemoved(cause, reader, services));
    const ended = (cause.reserved ?? []).filter(reader.rights.mayReadSeat);
    if (ended.length === 0) return found;
    const reserved = await readEach(ended, async ({ childId }) => ({
      child: await readChildName(childId, services),
    }));
    const props = found?.props ?? {
      campClass: await summarizeClass(asAllHave(campClass, ended), services),
      message: campClass.canceled?.message ?? '',
      seats: [],
      payment: null,
    };
    const childIds = [...(found?.childIds ?? []), ...listChildIds(ended)];
    return { props: { ...props, reserved }, childIds };
  },

  write({ campClass, seats, reserved = [], payment, message }) {
    const name = nameClass(campClass.name);
    const all = [...seats, ...reserved];
    const isTeacher = all.length === 0;
    const isFree = payment?.charges.every(({ amount }) => amount === 0) ?? false;
    const ids = payment?.ids ?? [];
    return {
      subject: subjectOf('Canceled: ', name),
      parts: [
        `We are sorry to tell you that ${nameTheirClass(name, all) ?? name} has been canceled and will not take place.`,
        cleanText(message) !== '' && ['The school writes:', quote(message)],
        isTeacher
          ? 'Everybody who was enrolled gets an email like this one, and their money back.'
          : seats.length > 0 && sayMoney(payment, isFree),
        reserved.length > 0 && sayReserved(reserved),
        facts([
          ...listCodes(seats),
          ...ids.map((id): Fact => [isFree ? 'Enrollment' : 'Payment', id]),
          ...listTaxes(payment?.taxes, sumAmounts(payment?.charges ?? [])),
          ...listClassFacts(campClass),
        ]),
        isTeacher
          ? link('Go to your dashboard', '/dashboard/instructor')
          : [
              seats.length > 0 && sayRemoval(seats.length, 1),
              link('See other classes', '/classes'),
            ],
        'Questions? Just reply to this email.',
      ],
    };
  },

  calendar: ({ campClass, seats }) => ({ CANCEL: listEntries(campClass, seats) }),
});

/**
 * Tells everyone who is enrolled or has a reserved seat, and the instructor, that the class is canceled, unless it was
 * over.
 */
async function notifyEveryone(
  { at, data: { classId, before, reserved = [] } }: EventOf<'cancel class' | 'remove course'>,
  services: Services,
) {
  const campClass = await findClassWithId(classId, services);
  if (!campClass || before.status !== 'open') return [];
  const end = findClassEnd(campClass);
  if (end <= at) return [];
  const notAfter = new Date(end.getTime() + CANCELED_DAYS * DAY_MS);
  // In this order: a seat that is canceled now is in both lists, not in neither.
  const enrolled = listEnrolledSeats(campClass);
  const canceled = await listCanceledWith(classId, services);
  const readers = await listClassReaders(
    classId,
    [
      ...enrolled.filter(({ seatId }) => !canceled.some(({ _id }) => _id.equals(seatId))),
      ...canceled.map(({ _id: seatId, ...seat }) => ({ ...seat, seatId })),
      ...reserved,
    ],
    services,
  );
  const { instructor } = before;
  return [
    ...readers.map(({ user: to, key, about, seats }) => {
      const theirs = reserved.filter((one) =>
        seats.some(({ seatId }) => seatId.equals(one.seatId)),
      );
      const ofThem = { ...about, ...(theirs.length > 0 && { reserved: theirs }) };
      return { id: `canceled-${key}`, about: ofThem, to, notAfter };
    }),
    {
      id: `canceled-${classId.toHexString()}-instructor`,
      about: { classId },
      to: instructor ? await findRecipient(instructor, services) : undefined,
      notAfter,
    },
  ];
}

function sayMoney(payment: ClassCanceledProps['payment'], isFree: boolean): string {
  if (!payment) return 'What was paid is refunded the way it was paid. Nobody has to ask.';
  if (isFree) return 'The class was free, so there is nothing to refund.';
  const price = sayAll(payment.charges.map(sayCharge));
  if (payment.comesBack === 'by itself')
    return `You get all of your money back: ${price}. ${explainRefund('pending')}`;
  return `We will refund the full price, ${price}, the way you paid. You don’t have to ask. Somebody at the school does this by hand, and we will email you again as soon as the money is on its way.`;
}

/** A transfer may be on its way, or in the post. R704 */
function sayReserved(reserved: Pick<SeatSummary, 'child'>[]): string {
  const names = nameChildren(reserved);
  const isOne = reserved.length === 1;
  const ended = !names
    ? 'Your reservation has ended'
    : `The ${isOne ? 'reservation' : 'reservations'} for ${names} ${isOne ? 'has' : 'have'} ended`;
  return `${ended}, so please send no money for ${isOne ? 'it' : 'them'}. What you have already sent is not lost: the school has it, and gives it back.`;
}

async function readRemoved(cause: SeatsOfCause, reader: Reader, services: Services) {
  const found = await findEnrolled(cause, reader, services);
  if (!found) return undefined;
  const { campClass, seats } = found;
  const booked = seats.filter(({ userId }) => userId.equals(reader.user._id));
  const payment = booked.length > 0 ? await listCharges(booked, services) : null;
  if (payment?.ids.length === 0) return undefined;
  const props = {
    campClass: await summarizeClass(campClass, services),
    seats: await describeSeats(seats, services),
    payment: payment && { ...payment, comesBack: 'by hand' as const },
    message: '',
  };
  return { props, childIds: listChildIds(seats) };
}

async function readCanceled(
  { classId, seatId, seatIds }: SeatsOfCause,
  campClass: ClassDocument,
  { user, rights }: Reader,
  services: Services,
) {
  const message = campClass.canceled?.message ?? '';
  const ids = seatIds ?? (seatId ? [seatId] : []);
  if (ids.length === 0)
    return user.status === 'active'
      ? aboutNoChild({
          campClass: await summarizeClass(campClass, services),
          message,
          seats: [],
          payment: null,
        })
      : undefined;
  const lost = await listLostSeats(classId, ids, user, services);
  const seats = lost.filter(rights.mayReadSeat);
  if (seats.length === 0) return undefined;
  const until = services.now();
  const entries = await readEach(seats, (seat) =>
    describeLostEntry(campClass, { ...seat, until }, services),
  );
  const paid = seats.filter(({ ids: paidWith }) => paidWith.length > 0);
  const payment = {
    charges: sumCharges(paid.flatMap(({ back }) => back ?? [])),
    ids: [...new Set(paid.flatMap((one) => one.ids))],
    comesBack: 'by itself' as const,
    taxes: await readTaxes(
      paid.flatMap(({ parts, seatId }) => parts.map((one) => ({ ...one, seatId }))),
      services,
    ),
  };
  return {
    props: {
      campClass: await summarizeClass(asAllHave(campClass, seats), services),
      message,
      seats: entries.map(({ seat }) => seat),
      payment: paid.length > 0 ? payment : null,
    },
    childIds: listChildIds(seats),
  };
}

/** A seat that was in the class when it was canceled, what the reader gets back, and the reader's payments. */
type LostSeat = Pick<EnrolledSeat, 'seatId' | 'userId' | 'childId' | 'days' | 'paymentId'> & {
  back: Charge | undefined;
  /** Of `back`: what each payment paid. */
  parts: { paymentId: string; amount: number }[];
  ids: string[];
};

async function listLostSeats(
  classId: ObjectId,
  ids: ObjectId[],
  reader: UserDocument,
  services: Services,
): Promise<LostSeat[]> {
  const canceled = await listCanceledWith(classId, services);
  return readEach(ids, async (seatId): Promise<LostSeat | undefined> => {
    const one = canceled.find(({ _id }) => _id.equals(seatId));
    if (!one) return findStillThere({ classId, seatId }, reader, services);
    const { userId, childId, days, paymentId, currency } = one;
    const refunds = listRefundsTo(reader, one);
    const back = { amount: sumAmounts(refunds), currency };
    const paidWith = userId.equals(reader._id)
      ? [paymentId]
      : refunds.map((refund) => refund.paymentId);
    return {
      seatId,
      userId,
      paymentId,
      back,
      parts: refunds,
      ids: paidWith,
      ...(childId && { childId }),
      ...(days && { days }),
    };
  });
}

/** A seat whose turn has not come. All that is left of its payments will come back. */
async function findStillThere(
  about: SeatOfCause,
  reader: UserDocument,
  services: Services,
): Promise<LostSeat | undefined> {
  const { seat } = await findSeatOf(about, services);
  if (!isEnrolled(seat)) return undefined;
  const { userId, paymentId } = seat;
  const all = await whatIsLeft(seat, services);
  const parts = all.filter(({ payerId }) => payerId.equals(reader._id));
  const [first] = parts;
  const back = first && { amount: sumLeft(parts), currency: first.currency };
  const ids = userId.equals(reader._id) ? [paymentId] : parts.map((part) => part.paymentId);
  const left = parts.map((part) => ({ paymentId: part.paymentId, amount: part.left }));
  return { ...seat, back, parts: left, ids };
}
