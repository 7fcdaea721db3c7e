import type { MailContent, MailPart } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import { findSeat } from '../../enrollments/seats/find-seat.ts';
import { findClass } from '../../database/class-store.ts';
import { summarizeClass, summarizeSeat } from '../../class-facts.ts';
import type { MoveDocument } from '../../database/money-documents.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import { aboutMove } from '../due-mails/as-it-is.ts';
import { essentialTo, KEEP_TRYING_MONEY_DAYS } from '../due-mails/recipients.ts';
import {
  defineMail,
  type Entries,
  type MailContext,
  type Read,
  type Reader,
} from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { findAnyPayment, findMove } from '../kinds.repo.ts';
import { type Charge, describeCharge, type EntryFacts, listChildIds } from '../parts/props.ts';
import {
  ASK_IF_WRONG,
  greet,
  listClassFacts,
  listCodes,
  listGate,
  listSchool,
  listWhatToBring,
  nameChild,
  nameClass,
  sayCharge,
  sayRefund,
  sayRemoval,
  sayWhy,
  subjectOf,
} from '../parts/say.ts';
import { describeLostEntry } from '../parts/seats.ts';
import { findPeople } from '../seat-readers.ts';

export type SeatMovedCause = { kind: 'seat moved'; moveId: ObjectId };

/**
 * At least one of `from` and `to`: a guardian reads of their own children only. `money` is null for a guardian
 * who did not pay. `paid` and `back` are the difference, and `kept` is what the school keeps of it; null if there is none.
 */
type SeatMovedProps = {
  from: EntryFacts | null;
  to: EntryFacts | null;
  /** Then the entry code stays. */
  isSameClass: boolean;
  isBySchool: boolean;
  /** Why an admin moved it. */
  note: string | null;
  /** `waived`: what the new class costs more, and the school did not charge. */
  money: {
    paid: Charge | null;
    back: Charge | null;
    kept: Charge | null;
    waived: Charge | null;
  } | null;
};

export const seatMoved = defineMail<SeatMovedCause, SeatMovedProps>({
  kind: 'seat moved',
  on: { 'seat moved': aboutMove(describeMovedSeat) },
  read,
  write,
  calendar: listMoved,
});

type Moved = SeatMovedProps;

/** Says that a seat is now in another class or for another child, with everything about the new class. */
function write(props: Moved, { to: recipient }: MailContext): MailContent {
  const { from, to, money } = props;
  const name = nameClass((to ?? from)?.campClass.name ?? '');
  return {
    subject: subjectOf('Seat moved: ', name),
    greeting: greet(recipient),
    parts: [
      { kind: 'text', text: sayMove(props) },
      ...sayWhy(props.note),
      ...sayMoney(money),
      ...(to ? describeNew(to, props) : []),
      { kind: 'text', text: sayFiles(from, to) },
      to
        ? { kind: 'link', label: 'See your class', path: '/dashboard/enroll' }
        : { kind: 'link', label: 'See other classes', path: '/classes' },
      ASK_IF_WRONG,
    ],
  };
}

function sayMove({ from, to, isSameClass, isBySchool }: Moved): string {
  const by = isBySchool ? ' The school has arranged it.' : '';
  if (!to) return `${nameOwner(from)} no longer has a seat in ${nameClassOf(from)}.${by}`;
  const fresh = nameClassOf(to);
  if (!from) return `${nameOwner(to)} now has a seat in ${fresh}.${by}`;
  const old = nameClassOf(from);
  if (from.seat.child === to.seat.child)
    return `${sayWhose(from)} seat has moved from ${old} to ${fresh}.${by}`;
  const place = isSameClass ? '' : `, in ${fresh}`;
  return `${sayWhose(from)} seat in ${old} is now for ${to.seat.child === null ? 'you' : nameChild(to.seat.child)}${place}.${by}`;
}

function sayMoney(money: Moved['money']): MailPart[] {
  if (!money) return [];
  const { paid, back, kept, waived } = money;
  if (waived)
    return [
      {
        kind: 'text',
        text: `The new class costs ${sayCharge(waived)} more. You do not have to pay the difference.`,
      },
    ];
  if (paid)
    return [{ kind: 'text', text: `You have paid the difference in price, ${sayCharge(paid)}.` }];
  const keeps =
    kept && `The school keeps ${sayCharge(kept)}, as our refund policy said when you booked.`;
  if (!back && keeps) return [{ kind: 'text', text: `The new class costs less. ${keeps}` }];
  if (!back) return [{ kind: 'text', text: 'There is nothing to pay for this.' }];
  return [
    {
      kind: 'text',
      text: `The new class costs less, so ${sayCharge(back)} comes back. ${keeps ? `${keeps} ` : ''}${sayRefund('pending')}`,
    },
  ];
}

function describeNew(to: EntryFacts, { from, isSameClass }: Moved): MailPart[] {
  return [
    {
      kind: 'text',
      text:
        from && !isSameClass
          ? 'Here is the new class. The entry code of the old one is no longer valid.'
          : 'Here are all the details:',
    },
    {
      kind: 'facts',
      facts: [
        ...listCodes([to.seat]),
        ...listClassFacts(to.campClass),
        ...listGate(to.campClass),
        ...listSchool(),
      ],
    },
    ...listWhatToBring(),
  ];
}

function sayFiles(from: EntryFacts | null, to: EntryFacts | null): string {
  if (!to) return sayRemoval(1, 1);
  if (!from) return 'Open the attached file to add the class to your calendar.';
  if (from.seat.calendarId === to.seat.calendarId)
    return 'Open the attached file to bring your calendar up to date.';
  return 'Open the attached files: one removes the old entry from your calendar, the other one adds the new one.';
}

function nameClassOf(part: EntryFacts | null): string {
  return nameClass(part?.campClass.name ?? '');
}

function nameOwner(part: EntryFacts | null): string {
  return nameChild(part?.seat.child ?? '');
}

function sayWhose({ seat: { child } }: EntryFacts): string {
  return child === null ? 'Your' : `${nameChild(child)}’s`;
}

/** What people read about a seat that has moved: each of the children whose guardian they are. */
async function read(
  { moveId }: SeatMovedCause,
  reader: Reader,
  services: Services,
): Promise<Read<SeatMovedProps> | undefined> {
  const move = await findMove(services.database.collections, moveId);
  if (move?.state !== 'done') return undefined;
  const isSameClass = move.from.classId.equals(move.to.classId);
  const from = await readOld(move, reader, services);
  const to = await readNew(move, reader, services);
  if (!from && !to) return undefined;
  const isPayer = reader.user.email === move.email;
  const props = {
    ...{ from, to, isSameClass, note: move.note ?? null },
    isBySchool: move.by !== move.email,
    money: isPayer ? await describeDifference(move, services) : null,
  };
  const told = [...(from ? [move.from] : []), ...(to ? [move.to] : [])];
  return { props, childIds: listChildIds(told) };
}

/** The old seat, unless it has moved back since. */
async function readOld(
  { seatId, email, from, paymentId, createdAt }: MoveDocument,
  { rights }: Reader,
  services: Services,
): Promise<EntryFacts | null> {
  const { classId, childId, name } = from;
  const there = await findClass(services.database.collections, { _id: classId });
  const current = findSeat(there, { seatId });
  const isBack =
    current?.state === 'enrolled' && current.childId?.toHexString() === childId?.toHexString();
  if (!there || isBack) return null;
  const seat = { seatId, email, name, paymentId, ...(childId && { childId }) };
  if (!rights.mayReadSeat(seat)) return null;
  return describeLostEntry(there, { ...seat, until: createdAt }, services);
}

/** The new seat, while it is there. */
async function readNew(
  { seatId, to }: MoveDocument,
  { rights }: Reader,
  services: Services,
): Promise<EntryFacts | null> {
  const { collections } = services.database;
  const campClass = await findClass(collections, { _id: to.classId });
  const seat = findSeat(campClass, { seatId });
  if (campClass?.status !== 'open' || seat?.state !== 'enrolled') return null;
  if (seat.childId?.toHexString() !== to.childId?.toHexString()) return null;
  if (!rights.mayReadSeat(seat)) return null;
  const payment = await findAnyPayment(collections, seat.paymentId);
  return {
    campClass: summarizeClass(campClass),
    seat: summarizeSeat(seat, payment?.items.length ?? 1),
  };
}

async function describeDifference(
  { difference, paidBy, refunds, keeps = [], currency, waived = 0 }: MoveDocument,
  { database }: Services,
): Promise<SeatMovedProps['money']> {
  const [back, kept] = [sumAmounts(refunds), sumAmounts(keeps)];
  const paid = paidBy ? await findAnyPayment(database.collections, paidBy) : null;
  return {
    paid: paid && difference > 0 ? describeCharge({ ...paid, amount: difference }) : null,
    back: back > 0 ? describeCharge({ amount: back, currency }) : null,
    kept: kept > 0 ? describeCharge({ amount: kept, currency }) : null,
    waived: waived > 0 ? describeCharge({ amount: waived, currency }) : null,
  };
}

async function describeMovedSeat(
  { _id: moveId, seatId, email, from, to, state }: MoveDocument,
  services: Services,
): Promise<NewMail<SeatMovedCause>[]> {
  if (state !== 'done') return [];
  const people = await findPeople(email, seatId, [from.childId, to.childId], services);
  return people.map((user) => ({
    _id: `moved-${moveId.toHexString()}-${user._id.toHexString()}`,
    cause: { kind: 'seat moved' as const, moveId },
    ...essentialTo(user, KEEP_TRYING_MONEY_DAYS, services),
  }));
}

/** An entry that only changes is not taken out first. */
function listMoved({ from, to }: SeatMovedProps): Entries {
  const isChange = to !== null && from?.seat.calendarId === to.seat.calendarId;
  return [
    ...(from && !isChange ? ([['CANCEL', from]] satisfies Entries) : []),
    ...(to ? ([['REQUEST', to]] satisfies Entries) : []),
  ];
}
