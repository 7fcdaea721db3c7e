import { isDeepStrictEqual } from 'node:util';
import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import { rebaseLines } from '@speakifyr/contract/moved-lines.ts';
import { type PriceLine, sumLines } from '@speakifyr/contract/prices.ts';
import { findSoldOut } from '@speakifyr/contract/extra-places.ts';
import { listExtraLines, sumExtras, withExtras } from '@speakifyr/contract/seat-extras.ts';
import { compareDays, onDays } from '@speakifyr/contract/sold-by-day.ts';
import type { ClassDocument, EnrolledSeat, HeldSeat } from '../database/class-document.ts';
import type { MoveDocument } from '../database/money-documents.ts';
import { formatIsoDay } from '../school-time.ts';
import { findHeldSeat } from './find-seat.ts';
import { freeSeat, refuseItem } from './freed-seats.ts';
import { nextEntryCode, seatInstead } from './give-seat.ts';
import { itemKey, isForgotten, moveKeys, remember } from './refused-items.ts';
import { isSeatOf, withChild } from './participant.ts';
import type { OfferRules } from './offer-limits.ts';
import { changeSeatsOf, countFreeOn, countPlaces, hasRoom, isByDay, roomOf } from './places.ts';
import { handOut } from './queue.ts';
import { findMostSeats } from './seats-of-account.ts';
import { movePlans, owedByAll } from './seat-plan.ts';
import { fullPriceOf } from './price-of-seat.ts';
import { allows } from './seat-states.ts';

/**
 * How a paid seat moves to another class, or to another child. Decisions for `changeSeats`, one class each. A class
 * remembers in `refusedItems` which moves got a seat there and which never will.
 */

/** The part of a move that decides about seats. */
export type Move = Pick<
  MoveDocument,
  | '_id'
  | 'seatId'
  | 'userId'
  | 'paymentId'
  | 'from'
  | 'to'
  | 'heldSeatId'
  | 'isQueueFirst'
  | 'isWithinFamily'
  | 'paidBy'
  | 'createdAt'
  | 'decidedAt'
  | 'refunds'
  | 'keeps'
  | 'owed'
  | 'lost'
  | 'extrasKept'
>;

type Decision = { seat: EnrolledSeat | undefined; change: Partial<ClassDocument> | null };

/** Why a class has no seat for a move; undefined if it has one. */
export type NoSeat =
  | 'not_found'
  | 'already_joined'
  | 'people_waiting'
  | 'class_full'
  | 'too_many_holds'
  | 'extra_sold_out';

// Rules: R176, R180, R441.
export function findNoSeat(campClass: ClassDocument, move: Move): NoSeat | undefined {
  const held = findHeld(campClass, move);
  const { userId, to } = move;
  const isMovedOrHeld = (seat: unknown) => seat === held || seat === findOldSeat(campClass, move);
  const others = campClass.seats.filter((seat) => !isMovedOrHeld(seat));
  if (campClass.status !== 'open') return 'not_found';
  if (others.some((seat) => isSeatOf(seat, { userId, childId: to.childId })))
    return 'already_joined';
  if (findSoldOut(to.extras ?? [], others, listClassDays(onDays(campClass, to))))
    return 'extra_sold_out';
  const isWaitedFor = move.isQueueFirst && isWaitedForBy(campClass, move);
  // Otherwise, a move could sell a seat past the waiting list.
  if (to.classId.equals(move.from.classId)) {
    if (isWaitedFor && !move.isWithinFamily) return 'people_waiting';
    const days = listTakenDays(campClass, move) ?? [];
    // Whatever else has changed in the class since they were held.
    const isFull = days.some(
      (day) => !held?.days?.includes(day) && countFreeOn(campClass, day) <= 0,
    );
    return isFull || (days.length > 0 && isWaitedFor && !held) ? 'class_full' : undefined;
  }
  if (held) return undefined;
  if (!hasRoom(roomOf(campClass), [to]) || (isWaitedFor && !move.paidBy)) return 'class_full';
  const own = others.filter((seat) => seat.userId.equals(userId));
  return own.length >= findMostSeats(campClass) ? 'too_many_holds' : undefined;
}

/** The days that a move takes in a class and that its seat does not have there yet. undefined: the whole class. R648 */
export function listTakenDays(
  campClass: ClassDocument,
  { from, to }: Pick<Move, 'from' | 'to'>,
): string[] | undefined {
  if (!to.classId.equals(from.classId)) return to.days;
  return compareDays(onDays(campClass, from), onDays(campClass, to)).added;
}

/**
 * Whether somebody waits who comes before a move. Of a class that is sold by day, that is who waits for one of its days
 * and for whose days there is room: everybody else could not take them.
 */
function isWaitedForBy(campClass: ClassDocument, move: Move): boolean {
  const waiting = (campClass.waiting ?? []).filter(({ isPaused }) => !isPaused);
  if (!isByDay(campClass)) return waiting.length > 0;
  const days = listTakenDays(campClass, move) ?? listClassDays(campClass);
  return waiting.some(
    (entry) =>
      listClassDays(onDays(campClass, entry)).some((day) => days.includes(day)) &&
      hasRoom(roomOf(campClass), [entry]),
  );
}

/** Holds the new seat until the difference is paid. */
export function decideMoveHold(
  campClass: ClassDocument,
  move: Move,
  seat: HeldSeat,
): Partial<ClassDocument> | null {
  if (findNoSeat(campClass, move) || findHeld(campClass, move)) return null;
  return changeSeatsOf(campClass, [...campClass.seats, seat]);
}

/**
 * Gives a move its new seat: the one that is held for it, or else a free one. In the same class, the seat goes to the
 * other child, or gets its other days, and keeps its entry code. Otherwise, the move is refused a seat for good.
 * @param old the seat as it is before
 */
export function decideMoveIn(
  campClass: ClassDocument,
  move: Move,
  old: EnrolledSeat | undefined,
  rules: OfferRules,
): Decision {
  const { at, timeZone } = rules;
  const { refusedItems } = campClass;
  const { _id: moveId, seatId, to, from, decidedAt = move.createdAt } = move;
  const { given, refused } = moveKeys({ moveId, decidedAt });
  if (hasGivenSeat(campClass, given)) return { seat: findMovedSeat(campClass, move), change: null };
  if (refusedItems.includes(refused) || isForgotten({ decidedAt }, at))
    return { seat: undefined, change: null };

  const isPaymentRefused =
    move.paidBy !== undefined && refusedItems.includes(itemKey(move.paidBy, seatId));
  // The balance was paid in between, so the refund would differ.
  const isCheaper = old && to.price < old.price && owedByAll({}, old) !== (move.owed ?? 0);
  // Or its family has added extras.
  const isOutdated = isCheaper || (old && old.price !== (from.price ?? old.price));
  const isSameClass = to.classId.equals(from.classId);
  const { isSame, isSameCount, removed } = compareDays(
    onDays(campClass, from),
    onDays(campClass, to),
  );
  // It stays with the seat, however late the difference is paid. R648
  const [first = ''] = isSameClass ? removed : [];
  const hasBegun = first !== '' && first <= formatIsoDay(decidedAt, timeZone);
  if (!old || isOutdated || hasBegun || isPaymentRefused || findNoSeat(campClass, move))
    return { seat: undefined, change: { refusedItems: remember(campClass, refused, at) } };

  const { childId: _child, isForResale, plan: _plan, coPay: _coPay, lines: _lines, ...bare } = old;
  const { extras: _extras, lost: _lost, days: _days, grouping, friends, ...kept } = bare;
  const isSameSeat = isSameClass && isSame;
  const { extras } = isSameSeat ? old : to;
  const { days } = to;
  // Groups, friends, and who is apart from whom, are about this child in this class. R686, R689
  const isSamePerson = isSameClass && isSeatOf(old, { userId: old.userId, childId: to.childId });
  const full = fullPriceOf(campClass, { tax: old.tax, ...(days && { days }) });
  const isAgreed = isSameClass && isSameCount;
  const moved = findLines(isAgreed ? undefined : full, { ...to, extras });
  const seat: EnrolledSeat = {
    ...kept,
    ...withChild(to.childId),
    ...(days && { days }),
    price: to.price,
    ...(moved && { lines: moved }),
    ...(extras && extras.length > 0 && { extras }),
    ...(move.lost && { lost: move.lost }),
    ...movePlans(old, move, {
      first: onDays(campClass, to).camp_start,
      today: formatIsoDay(at, timeZone),
    }),
    ...(isSamePerson && grouping && { grouping }),
    ...(isSamePerson && friends && { friends }),
    // As for a new seat, so that people are asked about the health of another child.
    enrolledAt: at,
    ...(isSameClass
      ? isForResale && { isForResale }
      : { entry_code: nextEntryCode(campClass), movedBy: moveId }),
  };
  const held = findHeld(campClass, move);
  const seats = campClass.seats.flatMap((one) => (one === held ? [] : one === old ? seat : one));
  // Its free days go to those who wait, in the same update.
  const change = isSameSeat
    ? { seats }
    : isSameClass
      ? handOut({ ...campClass, seats }, rules, countPlaces(campClass))
      : seatInstead(campClass, held, seat, at);
  return {
    seat,
    // `seatInstead` may have refused another payment: keep that.
    change: { ...change, refusedItems: remember({ refusedItems, ...change }, given, at) },
  };
}

/** The lines of the seat's new price, given the full one in cents; of a price that the school has agreed on, just its base and extras. R433 */
function findLines(
  full: number | undefined,
  { price, extras = [], lines = [] }: Move['to'] & Pick<EnrolledSeat, 'extras'>,
): PriceLine[] | undefined {
  const cents = toCents(price);
  const base = full ?? lines[0]?.amount ?? cents;
  const moved = rebaseLines(lines, base, listExtraLines(extras));
  if (moved.length > 1 && sumLines(moved) === cents) return moved;
  return withExtras(undefined, cents - sumExtras(extras), extras);
}

/** Frees the old seat, and only that one. After that, its payment can't get a seat of this class by itself anymore. */
export function decideMoveOut(
  campClass: ClassDocument,
  move: Move,
  rules: OfferRules,
): Partial<ClassDocument> | null {
  const old = findOldSeat(campClass, move);
  if (!old) return null;
  return {
    ...freeSeat(campClass, old, rules),
    refusedItems: refuseItem(campClass, move, rules.at),
  };
}

/** Takes the new seat back, because the old one was refunded first. */
export function decideUndo(
  campClass: ClassDocument,
  move: Move,
  rules: OfferRules,
): Partial<ClassDocument> | null {
  const seat = findMovedSeat(campClass, move);
  return seat ? freeSeat(campClass, seat, rules) : null;
}

/** The seat as it is before the move. */
export function findOldSeat(
  { _id, seats }: Pick<ClassDocument, '_id' | 'seats'>,
  { seatId, from }: Pick<Move, 'seatId' | 'from'>,
): EnrolledSeat | undefined {
  if (!_id.equals(from.classId)) return undefined;
  return seats.find(
    (seat): seat is EnrolledSeat =>
      allows('move', seat) &&
      seat.seatId.equals(seatId) &&
      seat.entry_code === from.entryCode &&
      isDeepStrictEqual(seat.days, from.days) &&
      seat.childId?.toHexString() === from.childId?.toHexString(),
  );
}

/** Whether the class remembers that a move got a seat there. */
function hasGivenSeat({ refusedItems }: ClassDocument, given: string): boolean {
  return refusedItems.includes(given);
}

/** The seat as it is after the move. */
function findMovedSeat({ seats }: ClassDocument, move: Move): EnrolledSeat | undefined {
  return seats.find(
    (seat): seat is EnrolledSeat =>
      seat.state === 'enrolled' &&
      seat.seatId.equals(move.seatId) &&
      (!move.paidBy || hasMovedBy(seat, move)),
  );
}

/** Whether a seat is where this move has brought it. A seat that only got other days keeps its calendar entry. */
export function hasMovedBy(
  { movedBy, days }: EnrolledSeat,
  { _id: moveId, from, to }: Pick<Move, '_id' | 'from' | 'to'>,
): boolean {
  return to.classId.equals(from.classId)
    ? isDeepStrictEqual(days, to.days)
    : movedBy?.equals(moveId) === true;
}

function findHeld(campClass: ClassDocument, { _id: moveId, seatId }: Move): HeldSeat | undefined {
  return findHeldSeat(campClass, { seatId, moveId });
}
