import { toCents } from '@speakifyr/contract/format.ts';
import { nameClassDays } from '@speakifyr/contract/say-class-days.ts';
import { onDays } from '@speakifyr/contract/sold-by-day.ts';
import type { RefundState } from '@speakifyr/contract/money-states.ts';
import { isDoneBy } from '../../events/audit-event.ts';
import { listRefundsTo } from '../../ledger/what-is-left.ts';
import { isPaidWithCredit } from '../../ledger/spend-credit.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { ObjectId } from 'mongodb';
import { findPayment } from '../../ledger/payment-store.ts';
import type { EntryFacts, ClassSummary } from '../../class-facts.ts';
import { summarizeClass } from '../../users/class-instructors.ts';
import type { KeptFor, MoveDocument } from '../../database/money-documents.ts';
import { priceOfSeat } from '../../seats/price-of-seat.ts';
import { findUserWithId } from '../../users/find-users.ts';
import { readChildName } from '../../users/participant-names.ts';
import type { Services } from '../../services.ts';
import type { Taxed } from '@speakifyr/contract/tax.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { facts, link, type Piece } from '../content.ts';
import { defineMail, type Reader } from '../mail-module.ts';
import {
  aboutMove,
  describeLostEntry,
  describeSeats,
  findClassWithId,
  findToldMove,
  findSeatOf,
} from '../parts/find.ts';
import { type Charge, listChildIds } from '../parts/props.ts';
import { listTaxes, readTaxes } from '../parts/taxes.ts';
import { readStateOf } from '../parts/refund-state.ts';
import { sayKept } from '../parts/say-kept.ts';
import {
  ASK_IF_WRONG,
  listCodes,
  listComingClass,
  listSchool,
  listWhatToBring,
  nameChild,
  nameClass,
  nameOwner,
  nameSeat,
  sayCharge,
  sayCreditKept,
  sayMoment,
  explainRefund,
  sayRemoval,
  sayWhy,
  subjectOf,
} from '../parts/say.ts';
import { findPeople, findRecipient, KEEP_TRYING_MONEY_DAYS, toEach } from '../recipients.ts';

/** What people hear of a move of a seat: that the difference is to be paid, and that it has moved. */

/**
 * `from`: the name of the class where the seat is now; null if it only gets other days, which are then those of the class.
 * `price`: the difference, in whole currency units.
 */
type MoveAskedProps = {
  from: string | null;
  campClass: ClassSummary;
  child: string | null;
  price: number;
  until: Date;
  note: string;
  path: string;
};

/** Asks the payer to pay the difference, so that the seat moves as an admin wants. R184 */
export const moveAsked = defineMail<{ moveId: ObjectId }, MoveAskedProps>({
  on: {
    'seat moved': aboutMove(async ({ _id: moveId, userId, state, askedUntil }, services) => {
      if (state !== 'open' || !askedUntil) return [];
      const to = await findRecipient(userId, services);
      const id = `moveasked-${moveId.toHexString()}`;
      return [{ id, about: { moveId }, to, notAfter: askedUntil }];
    }),
  },

  /** What the payer reads while the new seat is held for them. */
  async read({ moveId }, { user, rights }, services) {
    const move = await findToldMove(moveId, services);
    if (move?.state !== 'open' || !user._id.equals(move.userId)) return undefined;
    const { from, to, heldSeatId, note = '' } = move;
    const [old, { campClass, seat }] = await Promise.all([
      findClassWithId(from.classId, services),
      findSeatOf({ classId: to.classId, seatId: heldSeatId }, services),
    ]);
    if (!old || !campClass || seat?.state !== 'held' || seat.heldUntil <= services.now())
      return undefined;
    if (!rights.mayReadSeat({ userId: seat.userId, ...(to.childId && { childId: to.childId }) }))
      return undefined;
    const isSameClass = from.classId.equals(to.classId);
    // What is held are the added days only.
    const goal = isSameClass ? onDays(old, to) : campClass;
    const props = {
      from: isSameClass ? null : old.name,
      campClass: await summarizeClass(goal, services),
      note,
      until: seat.heldUntil,
      child: await readChildName(to.childId, services),
      price: priceOfSeat(campClass, seat) / 100,
      path: `/dashboard/payment?cartId=${heldSeatId.toHexString()}`,
    };
    return { props, childIds: listChildIds([from, to]) };
  },

  write({ from, campClass, child, price, until, note, path }, { timeZone, currency }) {
    const fresh = nameClass(campClass.name);
    const sum = sayCharge({ amount: toCents(price), currency });
    const seat = nameSeat({ className: from ?? campClass.name, child });
    const end = sayMoment(until, timeZone);
    return {
      subject: subjectOf('Please pay the difference: ', fresh),
      parts: [
        from
          ? `We would like to move ${seat} to ${fresh}. The new class costs ${sum} more.`
          : `We would like to change the days of ${seat}. The new days are below, and cost ${sum} more.`,
        sayWhy(note),
        from
          ? `The new seat is held for you until ${end}. It moves once you have paid ${sum}. If you do not pay by then, nothing changes: the seat in ${nameClass(from)} stays yours.`
          : `The days that are added are held for you until ${end}. The seat gets its new days once you have paid ${sum}. If you do not pay by then, nothing changes.`,
        facts(listComingClass(campClass)),
        link('Review and pay', path),
        ASK_IF_WRONG,
      ],
    };
  },
});

/**
 * The difference in price: what was `paid`, or comes `back`, and what the school has `kept` of it; null if there is
 * none. `waived`: what the new class costs more, and the school did not charge.
 */
type Money = Record<'paid' | 'back' | 'kept' | 'waived', Charge | null> & {
  keptFor?: KeptFor;
  /** What became credit, besides what comes back. */
  credit?: Charge;
  /** Of what comes back. Missing if nothing does. */
  state?: RefundState;
  /** In what comes back, what becomes credit too. */
  taxes?: Taxed[] | undefined;
};

/** At least one of `from` and `to`: a guardian reads of their own children only. */
type SeatMovedProps = {
  from: EntryFacts | null;
  to: EntryFacts | null;
  /** If so, the entry code stays. */
  isSameClass: boolean;
  /** Set if only its days have changed. */
  hasOtherDays?: boolean;
  isBySchool: boolean;
  /** Why an admin moved it. */
  note: string | null;
  /** null for a guardian who did not pay. */
  money: Money | null;
};

/** Says that a seat is now in another class or for another child, with everything about the new class. R184 */
export const seatMoved = defineMail<{ moveId: ObjectId }, SeatMovedProps>({
  keepTryingDays: KEEP_TRYING_MONEY_DAYS,
  on: {
    'seat moved': aboutMove(async ({ _id: moveId, seatId, userId, from, to, state }, services) => {
      if (state !== 'done') return [];
      const people = await findPeople(userId, seatId, [from.childId, to.childId], services);
      return toEach(people, `moved-${moveId.toHexString()}`, { moveId });
    }),
  },

  /** What people read about a seat that has moved: each of the children whose guardian they are. */
  async read({ moveId }, reader, services) {
    const move = await findToldMove(moveId, services);
    if (move?.state !== 'done') return undefined;
    const from = await readOld(move, reader, services);
    const to = await readNew(move, reader, services);
    if (!from && !to) return undefined;
    const payer = await findUserWithId(move.userId, services);
    const props = {
      from,
      to,
      note: move.note ?? null,
      isSameClass: move.from.classId.equals(move.to.classId),
      ...(isOnlyOfDays(move) && { hasOtherDays: true }),
      isBySchool: !payer || !isDoneBy(move.by, payer),
      money: await describeDifference(move, reader.user, services),
    };
    const told = [...(from ? [move.from] : []), ...(to ? [move.to] : [])];
    return { props, childIds: listChildIds(told) };
  },

  write(props) {
    const { from, to, money, note, hasOtherDays: isChanged = false } = props;
    return {
      subject: subjectOf(isChanged ? 'Days changed: ' : 'Seat moved: ', nameClassOf(to ?? from)),
      parts: [
        sayMove(props),
        sayWhy(note),
        money && sayMoney(money, isChanged ? 'It now' : 'The new class'),
        listTaxesOf(money),
        to && describeNew(to, props),
        sayFiles(isChanged ? to : from, to),
        to ? link('See your class', '/dashboard/enroll') : link('See other classes', '/classes'),
        ASK_IF_WRONG,
      ],
    };
  },

  /** An entry that only changes is not removed first. */
  calendar({ from, to }) {
    const isGone = from && from.seat.calendarId !== to?.seat.calendarId;
    return { CANCEL: isGone ? [from] : [], REQUEST: to ? [to] : [] };
  },
});

/** Whether a move changed nothing but the days of a seat. It goes by what the move wrote: the class may have others by now. */
function isOnlyOfDays({ from, to }: MoveDocument): boolean {
  const isSame = from.classId.equals(to.classId) && String(from.childId) === String(to.childId);
  return isSame && from.days?.join() !== to.days?.join();
}

function sayMove({ from, to, isSameClass, isBySchool, ...props }: SeatMovedProps): string {
  const by = isBySchool ? ' The school has arranged it.' : '';
  if (to && props.hasOtherDays)
    return `${nameOwner(to.seat.child, 'Your')} seat in ${nameClassOf(to)} now has other days: ${nameClassDays(to.campClass)}.${by}`;
  if (!to) return `${nameChildOf(from)} no longer has a seat in ${nameClassOf(from)}.${by}`;
  const fresh = nameClassOf(to);
  if (!from) return `${nameChildOf(to)} now has a seat in ${fresh}.${by}`;
  const old = nameClassOf(from);
  const { child } = to.seat;
  const whose = nameOwner(from.seat.child, 'Your');
  if (from.seat.child === child) return `${whose} seat has moved from ${old} to ${fresh}.${by}`;
  const place = isSameClass ? '' : `, in ${fresh}`;
  return `${whose} seat in ${old} is now for ${child === null ? 'you' : nameChild(child)}${place}.${by}`;
}

/** @param it what costs more or less now */
function sayMoney(
  { paid, back, kept, keptFor, waived, credit, state = 'decided' }: Money,
  it: string,
): string {
  if (waived)
    return `${it} costs ${sayCharge(waived)} more. You do not have to pay the difference.`;
  if (paid) return `You have paid the difference in price, ${sayCharge(paid)}.`;
  const keeps = kept ? `The school keeps ${sayKept(kept, keptFor)}.` : '';
  if (back ?? credit)
    return [
      `${it} costs less${back ? `, so you get ${sayCharge(back)} back` : ''}.`,
      credit && sayCreditKept(credit),
      keeps,
      back && explainRefund(state),
    ]
      .filter(Boolean)
      .join(' ');
  return keeps ? `${it} costs less. ${keeps}` : 'There is nothing to pay for this.';
}

function listTaxesOf(money: Money | null): Piece {
  const back = (money?.back?.amount ?? 0) + (money?.credit?.amount ?? 0);
  const rows = listTaxes(money?.taxes, back);
  return rows.length > 0 && facts(rows);
}

function describeNew(
  { seat, campClass }: EntryFacts,
  { from, isSameClass }: SeatMovedProps,
): Piece {
  return [
    from && !isSameClass
      ? 'Here is the new class. The entry code of the old one is no longer valid.'
      : 'Here are all the details:',
    facts([...listCodes([seat]), ...listComingClass(campClass), ...listSchool()]),
    listWhatToBring(),
  ];
}

function sayFiles(from: EntryFacts | null, to: EntryFacts | null): string {
  if (!to) return sayRemoval(1, 1);
  if (!from) return 'Open the attached file to add the class to your calendar.';
  if (from.seat.calendarId === to.seat.calendarId)
    return 'Open the attached file to bring your calendar up to date.';
  return 'Open the attached files: one removes the old entry from your calendar, the other one adds the new one.';
}

function nameClassOf(entry: EntryFacts | null): string {
  return nameClass(entry?.campClass.name ?? '');
}

function nameChildOf(entry: EntryFacts | null): string {
  return nameChild(entry?.seat.child ?? '');
}

/** The old seat, unless it has moved back since. */
async function readOld(
  { seatId, userId, from, paymentId, createdAt }: MoveDocument,
  { rights }: Reader,
  services: Services,
): Promise<EntryFacts | null> {
  const { classId, childId, days } = from;
  const { campClass, seat: current } = await findSeatOf({ classId, seatId }, services);
  const isBack =
    current?.state === 'enrolled' && current.childId?.toHexString() === childId?.toHexString();
  if (!campClass || isBack) return null;
  const seat = { seatId, userId, paymentId, ...(childId && { childId }) };
  if (!rights.mayReadSeat(seat)) return null;
  return describeLostEntry(campClass, { ...seat, days, until: createdAt }, services);
}

/** The new seat, while it is there. */
async function readNew(
  { seatId, to: { classId, childId } }: MoveDocument,
  { rights }: Reader,
  services: Services,
): Promise<EntryFacts | null> {
  const { campClass, seat } = await findSeatOf({ classId, seatId }, services);
  if (campClass?.status !== 'open' || seat?.state !== 'enrolled') return null;
  if (seat.childId?.toHexString() !== childId?.toHexString()) return null;
  if (!rights.mayReadSeat(seat)) return null;
  const [summary] = await describeSeats([seat], services);
  return summary ? { campClass: await summarizeClass(campClass, services), seat: summary } : null;
}

/** What it means for the reader's money; null for a guardian who did not pay for the seat. */
async function describeDifference(
  move: MoveDocument,
  reader: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<Money | null> {
  const { userId, difference, paidBy, currency, waived = 0 } = move;
  const planned = listRefundsTo(reader, move);
  const refunds = sumAmounts(planned);
  const keeps = sumAmounts(listRefundsTo(reader, { userId, refunds: move.keeps ?? [] }));
  const isBooker = userId.equals(reader._id);
  const forExtras = Math.min(move.extrasKept?.[isBooker ? 0 : 1] ?? 0, keeps);
  if (!isBooker && refunds + keeps === 0) return null;
  const paid = isBooker && paidBy ? await findPayment(services.database.collections, paidBy) : null;
  const credit = sumAmounts(planned.filter(isPaidWithCredit));
  const charge = (amount: number, of = currency) => (amount > 0 ? { amount, currency: of } : null);
  return {
    paid: paid && charge(difference, paid.currency),
    back: charge(refunds - credit),
    ...(credit > 0 && { credit: { amount: credit, currency } }),
    ...(refunds > credit && { state: await readStateOf(planned, services) }),
    kept: charge(keeps),
    taxes: await readTaxes(
      planned.map((one) => ({ ...one, seatId: move.seatId })),
      services,
    ),
    ...(forExtras > 0 && { keptFor: { extras: [], forExtras, forDiscounts: 0 } }),
    waived: charge(isBooker ? waived : 0),
  };
}
