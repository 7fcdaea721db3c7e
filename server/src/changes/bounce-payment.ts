import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { toCents } from '@speakifyr/contract/format.ts';
import { BOUNCING_METHODS } from '@speakifyr/contract/payment-methods.ts';
import { sumExtras, withoutExtras } from '@speakifyr/contract/seat-extras.ts';
import { ObjectId } from 'mongodb';
import { closeBounced, takeOutBounced } from '../ledger/bounced-money.ts';
import { moveUses } from '../ledger/code-uses.ts';
import { issueNoteNow } from '../ledger/due-papers.ts';
import { listCredits } from '../ledger/credit-store.ts';
import { findPayment, type Payment } from '../ledger/payment-store.ts';
import {
  findRefund,
  insertRefundOnce,
  listRefundsOf,
  nameBounce,
  type Refund,
} from '../ledger/refund-store.ts';
import { countLeft } from '../ledger/set-aside.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { CancellationDocument } from '../database/money-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent, isDoneBy } from '../events/audit-event.ts';
import { findBookableChild } from '../families/booking.ts';
import { findAddressOf, findFamily } from '../users/find-users.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findEnd, hasJoiningEnded } from '../seats/may-join.ts';
import { listStaying, lockStaying, unlockStaying } from './bounced-balance.ts';
import { describeCancellation, goOn } from './cancel-seat.ts';
import {
  beginChange,
  dropCancellation,
  findCancellation,
  findCurrentChange,
  GO_ON_AFTER_MS,
} from './change-store.ts';
import { findSeatAnywhere } from './find-paid-seat.ts';
import { oweAgain } from './pay-balance.ts';

type Wish = ParsedInput<Contract['POST /payments/:paymentId/bounce']>['body'];

/**
 * A check or a bank transfer bounced: all of it goes out of the books, and its seats are reserved again or end. What had
 * gone back before is what the family owes from now on. A seat
 * that is paid in parts stays if other payments paid some of it: what bounced is owed again. One document records all
 * that was decided; a job continues if the server stops. R341, decisions/0059
 * @param wish.until the last day on which the seats are reserved again; null ends them
 * @throws {ApiError} `not_found`; `cannot_bounce`; `already_bounced` if another admin recorded it, or it was recorded
 *   differently; `payment_not_finished`; `refund_waiting` while some of it is just going back; `seat_moving` or `seat_changing` while a seat is locked;
 *   `class_started` or `guardian_may_not` if a seat can't be reserved again; `invalid_input` for a wrong day
 */
export async function bouncePayment(
  paymentId: string,
  wish: Wish,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const payment = await findPayment(collections, paymentId);
  if (!payment) throw new ApiError('not_found', 'We could not find this payment.');
  const isSaid = () => findRefund(collections, nameBounce(payment));
  if (!(await isSaid()))
    try {
      await say(payment, wish, admin, services);
    } catch (error) {
      // The same request was faster.
      if (!(await isSaid())) throw error;
    }
  const said = await isSaid();
  if (!said || !isSame(said, wish, admin, services)) throw new ApiError('already_bounced');
  await goOnBouncing(paymentId, services);
}

function isSame(
  { by, note, bounce }: Refund,
  wish: Wish,
  admin: UserDocument,
  services: Services,
): boolean {
  const until = bounce?.heldUntil ? readToday({ ...services, now: () => bounce.heldUntil! }) : null;
  const isTheirs = by !== undefined && isDoneBy(by, admin);
  // Without a seat, no day is recorded.
  const isUntil = until === wish.until || bounce?.seatIds.length === 0;
  return isTheirs && note === wish.note && bounce?.day === wish.day && isUntil;
}

/** Checks what an admin says, locks the seats, and records it. After that, nothing stops it. */
async function say(
  payment: Payment,
  { day, note, until }: Wish,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const { paymentId, amount, kept, currency } = payment;
  checkMayBounce(payment, day, services);
  await checkNoCreditSpent(paymentId, services);
  const paidIds = await listPaidSeats(payment, services);
  await checkNoneEnds(payment, paidIds, services);
  const stayIds = await listStaying(payment, paidIds, services);
  const seatIds = paidIds.filter((id) => !stayIds.some((one) => one.equals(id)));
  const heldUntil = until && (await checkMayReserve(payment, seatIds, until, services));
  const bounce = { day, seatIds, stayIds, ...(heldUntil && { heldUntil }) };
  const locked: ObjectId[] = [];
  try {
    await lockStaying(payment, stayIds, { note, by: admin._id }, services);
    for (const seatId of seatIds) {
      await lockSeat(seatId, { paymentId, note, by: admin._id, bounce }, services);
      locked.push(seatId);
    }
    // Under the lock: a change that came first has recorded its refund.
    await checkNoRefundWaits(paymentId, services);
    const at = services.now();
    const email = await findAddressOf(payment.userId, services);
    const event = auditEvent({
      at,
      by: admin._id,
      type: 'record bounce',
      target: paymentId,
      before: { email, amount, kept },
      after: { day, until, note },
    });
    await insertRefundOnce(collections, {
      refundId: nameBounce(payment),
      paymentId,
      seatId: null,
      amount,
      currency,
      reason: 'payment bounced',
      state: 'decided',
      attempt: 0,
      by: admin._id,
      note,
      bounce,
      createdAt: at,
      checkAfter: new Date(at.getTime() + GO_ON_AFTER_MS),
      events: [event],
    });
  } catch (error) {
    for (const seatId of locked) await dropCancellation(collections, seatId);
    await unlockStaying(payment, stayIds, services);
    throw error;
  }
}

/**
 * R363
 * @throws {ApiError} `cannot_bounce` if some of its credit is spent: an admin decides about those seats first
 */
async function checkNoCreditSpent(paymentId: string, { database }: Services): Promise<void> {
  const credits = (await listCredits(database.collections, [paymentId])).map((one) => one.credit);
  if (credits.some(({ uses }) => uses.some(({ amount, isBack }) => amount > 0 && !isBack)))
    throw new ApiError('cannot_bounce', CREDIT_SPENT);
}

const CREDIT_SPENT =
  'Credit from this payment pays for other seats. Cancel those first, with the full refund: that is credit again.';

/** @throws {ApiError} `cannot_bounce`, `payment_not_finished`, `invalid_input` */
function checkMayBounce(
  { method, status, received }: Payment,
  day: string,
  services: Services,
): void {
  if (!BOUNCING_METHODS.includes(method)) throw new ApiError('cannot_bounce');
  if (status === 'open') throw new ApiError('payment_not_finished');
  if (status === 'canceled') throw new ApiError('cannot_bounce');
  const problem =
    day > readToday(services)
      ? 'This day is in the future.'
      : received && day < received.day && 'The money came after this day.';
  if (problem) throw new ApiError('invalid_input', undefined, { fields: { 'body.day': problem } });
}

/** The seats that a payment still pays for. One that was refunded stays as it is. */
async function listPaidSeats(payment: Payment, { database }: Services): Promise<ObjectId[]> {
  const refunds = await listRefundsOf(database.collections, [payment.paymentId]);
  return payment.items
    .filter(({ isGiven, state }) => isGiven && state === 'enrolled')
    .map(({ seatId }) => seatId)
    .filter((seatId) => countLeft(payment, seatId, refunds) > 0);
}

/**
 * A seat that is being canceled is no longer among the paid ones, and its refund may not be recorded yet.
 * @throws {ApiError} `seat_changing`
 */
async function checkNoneEnds(
  { items }: Payment,
  paidIds: ObjectId[],
  { database }: Services,
): Promise<void> {
  for (const { seatId, isGiven } of items) {
    const isPaid = paidIds.some((id) => id.equals(seatId));
    if (!isGiven || isPaid) continue;
    if (await findCurrentChange(database.collections, seatId)) throw new ApiError('seat_changing');
  }
}

/** @returns when the seats' time ends. @throws {ApiError} why one of them can't be reserved again */
async function checkMayReserve(
  { items, userId }: Payment,
  seatIds: ObjectId[],
  until: string,
  services: Services,
): Promise<Date | undefined> {
  let end: Date | undefined;
  if (seatIds.length > 0) await findFamily(userId.toHexString(), services);
  for (const seatId of seatIds) {
    const { campClass, seat } = await findPaid(seatId, services);
    if (campClass.status !== 'open' || hasJoiningEnded(campClass, services))
      throw new ApiError(
        'class_started',
        `${campClass.name} has begun or is closed, so a seat in it can’t be reserved again. Choose to end the seats.`,
      );
    const childId = seat.childId ?? items.find((one) => one.seatId.equals(seatId))?.childId;
    if (childId) await findBookableChild(childId, { _id: userId }, services);
    end = findEnd(until, campClass, services);
  }
  return end;
}

/** What waits to be given back by hand just ends. @throws {ApiError} `refund_waiting` */
async function checkNoRefundWaits(paymentId: string, { database }: Services): Promise<void> {
  const refunds = await listRefundsOf(database.collections, [paymentId]);
  const isOpen = ({ state }: Refund) => ['decided', 'sent', 'pending'].includes(state);
  if (refunds.some(isOpen)) throw new ApiError('refund_waiting');
}

/** The class that a paid seat is in now. @throws {ApiError} `seat_changing` if it is being moved or resold */
async function findPaid(seatId: ObjectId, services: Services) {
  const found = await findSeatAnywhere(seatId, services);
  if (!found) throw new ApiError('seat_changing');
  return found;
}

/** Records that a seat ends because its payment bounced. That locks it. R484 */
async function lockSeat(
  seatId: ObjectId,
  {
    paymentId,
    note,
    by,
    bounce: { heldUntil },
  }: Required<Pick<Refund, 'paymentId' | 'bounce'>> & {
    note: string | undefined;
    by: ObjectId;
  },
  services: Services,
): Promise<CancellationDocument> {
  const { campClass, seat } = await findPaid(seatId, services);
  const { extras } = seat;
  const price = (toCents(seat.price) - sumExtras(extras)) / 100;
  const lines = withoutExtras(seat.lines);
  const again = heldUntil && {
    seatId: new ObjectId(),
    price,
    heldUntil,
    by,
    ...(lines && { lines }),
    ...(extras && { extras }),
  };
  const change = await describeCancellation(
    {
      campClass,
      seat,
      reason: 'payment bounced',
      by,
      note,
      bounced: { paymentId, ...(again && { again }) },
    },
    services,
  );
  await beginChange(services.database.collections, change);
  return change;
}

/**
 * Takes the money of a bounced payment out of the books, and ends its seats or reserves them again. Idempotent, even
 * across servers.
 * @throws {ApiError} `seat_moving` or `seat_changing` if another change came first. Then a job tries again
 */
export async function goOnBouncing(paymentId: string, services: Services): Promise<void> {
  const { collections } = services.database;
  const refund = await findRefund(collections, nameBounce({ paymentId }));
  if (!refund?.bounce || !refund.checkAfter) return;
  const { bounce, note, by } = refund;
  await takeOutBounced(refund, services);
  for (const seatId of bounce.stayIds ?? []) await oweAgain({ paymentId, seatId }, services);
  for (const seatId of bounce.seatIds) {
    const known = await findCancellation(collections, seatId);
    if (known?.state === 'done') continue;
    const described = { paymentId, note, by: by as ObjectId, bounce };
    const change = known ?? (await lockSeat(seatId, described, services));
    if (change.bounced?.again) await moveUses(seatId, change.bounced.again, services);
    await goOn(change, services);
  }
  await closeBounced(refund, services);
  await unlockStaying({ paymentId }, bounce.stayIds ?? [], services);
  await issueNoteNow(refund, services);
}
