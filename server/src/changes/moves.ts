import { MAX_MOVES_PER_DAY } from '@speakifyr/contract/limits.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import { compareDays } from '@speakifyr/contract/sold-by-day.ts';
import { ObjectId } from 'mongodb';
import { listBalancePaid } from '../seats/seat-plan.ts';
import { findSeat, pairSeat } from '../seats/find-seat.ts';
import { allows } from '../seats/seat-states.ts';
import { findClass } from '../database/class-store.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { MoveDocument, PlannedRefund } from '../database/money-documents.ts';
import { ApiError } from '../errors.ts';
import {
  explainNoSeat,
  findNoSeatFor,
  holdNewSeat,
  isNewSeatHeld,
  isOldSeatThere,
} from '../seats/seat-moves.ts';
import { endOfHold } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { mayBook } from '../users/has-family.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { findUserWithId } from '../users/find-users.ts';
import { beginChange, takeStep } from './change-store.ts';
import { carryOutMove, finishMove, giveUpMove } from './complete-move.ts';
import { endEarnedPayments } from './end-payment.ts';
import { isBalanceBeingPaid } from './find-paid-seat.ts';
import { findOwnSeat, type OwnSeat } from './parent-cancellation.ts';
import { findPayment, listPaymentsOfHolds } from '../ledger/payment-store.ts';
import { checkInTime, checkOtherDays, findChild, findGoal, hasOtherDays } from './move-goal.ts';
import { describeMove, type Goal, type Wish } from './plan-move.ts';
import { settlePayment } from './settle-payment.ts';
import { countMoves, markAsked } from './move-store.ts';
import { listRefundsTo, type PaidPart, whatIsLeft } from '../ledger/what-is-left.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What became of it. Amounts are in cents. */
type Answer = {
  state: 'moved' | 'pay';
  cartId: string;
  difference: number;
  refund: number;
  kept: number;
};

/**
 * Moves a paid seat to another class or another child, or to other days of its class. The move is recorded first. If the new class costs more, its
 * seat is held, and paying the difference completes the move; otherwise the seat moves at once, and the difference is
 * refunded, to parents as far as the seat's refund policy says. Parents can move a seat until the first period of that
 * policy is over, admins even while a class is under way. An admin says why, and whether the family is asked to pay the
 * difference to a more expensive class. Nobody moves a seat into a class that is over. R173, R179
 * @param wish.price the price of the new class that the caller saw; `refund`: the refund they saw, in cents
 * @throws {ApiError} as in the contract
 */
export async function moveSeat(
  wish: Wish,
  user: UserDocument,
  services: Services,
): Promise<Answer> {
  const isAdmin = user.role === 'admin';
  if (user.role === 'instructor' && !(await mayBook(user, services)))
    throw new ApiError('not_allowed');
  const own = isAdmin
    ? await findAnySeat(wish.cartId, services)
    : await findOwnSeat(wish.cartId, user, services);
  if (isAdmin && !wish.note) throw noteMissingError();
  const goal = await findGoal(wish, own, user, services);
  const parts = await findParts(own, services);
  if (hasOtherDays(own, goal)) checkOtherDays(own, goal, isAdmin ? [] : parts, services);
  else if (!isAdmin) checkInTime(own, goal, parts, services);
  const move = await describeMove({ own, goal, parts, wish }, user, services);

  await beginChange(services.database.collections, move);
  try {
    await checkStillSo(move, services);
    if (move.difference > 0)
      await hold(move, { own, goal }, await findHolder(own, user, services), services);
    else await checkSeat(move, services);
    await checkChildren(goal, own, user, services);
  } catch (error) {
    await giveUp(move, services);
    throw error;
  }
  const { _id: moveId, seatId, heldSeatId, difference, refunds, keeps } = move;
  if (move.askedUntil) await markAsked(moveId, services);
  if (difference > 0)
    return { state: 'pay', cartId: heldSeatId.toHexString(), difference, refund: 0, kept: 0 };
  if (!(await carryOutMove(move, services))) throw await explainNoSeat(move, services);
  await finishMove(moveId, services);
  await endEarnedPayments(move.userId, services);
  const shown = (amounts: Pick<PlannedRefund, 'to' | 'amount'>[] = []) =>
    sumAmounts(isAdmin ? amounts : listRefundsTo(user, { userId: move.userId, refunds: amounts }));
  const [refund, kept] = [shown(refunds), shown(keeps)];
  return { state: 'moved', cartId: seatId.toHexString(), difference: 0, refund, kept };
}

function noteMissingError(): ApiError {
  return new ApiError('invalid_input', undefined, { fields: { 'body.note': 'Say why.' } });
}

/** The account in whose cart the new seat is held: an admin asks the payer. @throws {ApiError} `not_found` */
async function findHolder(
  { seat }: OwnSeat,
  user: UserDocument,
  services: Services,
): Promise<UserDocument> {
  if (user.role !== 'admin') return user;
  const payer = await findUserWithId(seat.userId, services);
  if (payer?.status !== 'active')
    throw new ApiError('not_found', 'This account does not exist anymore, so it cannot pay.');
  return payer;
}

/** A paid seat, for an admin. @throws {ApiError} `not_found` */
export async function findAnySeat(id: string, services: Services): Promise<OwnSeat> {
  const seatId = new ObjectId(id);
  const payments = await listPaymentsOfHolds(services.database.collections, [{ seatId }]);
  const items = payments.flatMap((payment) => payment.items);
  for (const item of items.filter((one) => one.seatId.equals(seatId))) {
    const campClass = await findClass(services.database.collections, { _id: item.classId });
    const seat = findSeat(campClass, { seatId });
    if (campClass && allows('move', seat) && !campClass.canceled) return pairSeat(campClass, seat);
  }
  throw new ApiError('not_found', 'We could not find this seat.');
}

/** What is left of what was paid. @throws {ApiError} `payment_disputed` */
async function findParts({ seat }: OwnSeat, services: Services): Promise<PaidPart[]> {
  // A payment that has just given the seat would otherwise be closed as if the seat had never been given.
  const later = listBalancePaid(seat).map(({ paymentId }) => paymentId);
  for (const paymentId of [seat.paymentId, ...later]) {
    const payment = await findPayment(services.database.collections, paymentId);
    if (payment?.status === 'open') await settlePayment(paymentId, services);
  }
  const parts = await whatIsLeft(seat, services);
  if (parts.some(({ isDisputed }) => isDisputed)) throw new ApiError('payment_disputed');
  return parts;
}

/**
 * A few moves a day are enough for a family: each of them frees a seat and sends emails. Admins answer for theirs. R209
 */
async function checkMoves(
  { seatId, isQueueFirst }: MoveDocument,
  services: Services,
): Promise<void> {
  if (!isQueueFirst) return;
  const since = new Date(services.now().getTime() - DAY_MS);
  // Including this one.
  const count = await countMoves(services.database.collections, seatId, since);
  if (count > MAX_MOVES_PER_DAY) throw new ApiError('moved_too_often');
}

/** A move that is refused a seat leaves an entry in the class. So only a move that could get a seat goes that far. */
async function checkSeat(move: MoveDocument, services: Services): Promise<void> {
  const noSeat = await findNoSeatFor(move, services);
  if (noSeat) throw noSeat;
}

/** The seat is locked now, but it may have been moved or canceled while we looked. */
async function checkStillSo(move: MoveDocument, services: Services): Promise<void> {
  const { collections } = services.database;
  const { paymentId, seatId, previous } = move;
  await checkMoves(move, services);
  if (await isBalanceBeingPaid(seatId, services)) throw new ApiError('seat_changing');
  const payment = await findPayment(collections, paymentId);
  const line = payment?.items.find((item) => item.seatId.equals(seatId));
  const isSame =
    line?.state === 'enrolled' &&
    line.movedBy?.toHexString() === previous?.toHexString() &&
    (await isOldSeatThere(move, services));
  if (!isSame) throw new ApiError('not_found', 'This seat has changed. Please reload the page.');
}

async function hold(
  move: MoveDocument,
  { own: { campClass, seat }, goal }: { own: OwnSeat; goal: Goal },
  user: UserDocument,
  services: Services,
): Promise<void> {
  const { name: from } = campClass;
  const until = move.askedUntil ?? endOfHold(services);
  const { lines } = move.to;
  // What was paid for extras that the school keeps does not count for the new seat.
  const [own, other] = move.extrasKept ?? [0, 0];
  const paid = (toCents(seat.price) - own - other) / 100;
  const isSameClass = move.to.classId.equals(move.from.classId);
  // Of its own class, only the days that it does not have yet.
  const days = isSameClass ? compareDays(campClass, goal.campClass).added : goal.days;
  const held = {
    from,
    paid,
    until,
    ...(days && { days }),
    ...(lines && { lines }),
    ...(isSameClass && { goal: goal.days ? { days: goal.days } : {} }),
    ...(seat.tax && { tax: seat.tax }),
  };
  await holdNewSeat(move, held, user, services);
  // A job may have ended it by now, if the database was very slow.
  if (!(await isNewSeatHeld(move, services))) throw new ApiError('unavailable');
}

/** Somebody may have deleted the child, or taken away the caller's rights, at just this moment. */
async function checkChildren(
  { child }: Goal,
  { seat }: OwnSeat,
  user: UserDocument,
  services: Services,
): Promise<void> {
  if (!child || (user.role === 'admin' && child._id.equals(seat.childId))) return;
  await findChild(child._id.toHexString(), seat, user, services);
}

/** Ends a move that got no seat. The old seat was never touched. */
async function giveUp(move: MoveDocument, services: Services): Promise<void> {
  if (move.state === 'open') await giveUpMove(move, services);
  else await takeStep(services.database.collections, move, 'fail');
}
