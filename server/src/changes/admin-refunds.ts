import { ObjectId } from 'mongodb';
import { findClass } from '../database/class-store.ts';
import type { UserDocument } from '../database/collections.ts';
import type { SeatRefundDocument } from '../database/money-documents.ts';
import { ApiError } from '../errors.ts';
import { findSeat } from '../seats/find-seat.ts';
import { allows } from '../seats/seat-states.ts';
import type { Services } from '../services.ts';
import { checkSame } from '../write-once.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { cancelSeat, type SeatToCancel } from './cancel-seat.ts';
import { beginChange, findCurrentChange, GO_ON_AFTER_MS, takeStep } from './change-store.ts';
import { findPayment, isFrozen, type Payment } from '../ledger/payment-store.ts';
import { decideRefund, tryRefund } from '../ledger/refunds.ts';
import { findRefund, listRefundsOf, type Refund, withdrawRefund } from '../ledger/refund-store.ts';
import { countFree } from '../ledger/set-aside.ts';
import { type PaidPart, sumLeft, whatIsLeft } from '../ledger/what-is-left.ts';

type Wanted = {
  paymentId: string;
  cartId?: string | undefined;
  keepsSeat?: boolean | undefined;
  /** Integer cents. */
  amount: number;
  /** The family asked to keep it as credit. */
  asCredit?: boolean | undefined;
  note: string;
  /** The same if a request is sent again because no answer came. */
  requestId?: string | undefined;
};

/**
 * An admin refunds money: for a seat, which is canceled unless they say that it stays, or for a whole payment. R162
 * @throws {ApiError} `not_found`, `refund_too_high`, `payment_disputed`, `seat_moving`, `seat_changing`, `request_used`
 */
export async function refundByAdmin(
  { paymentId, cartId: chosen, keepsSeat, amount, asCredit, note, requestId }: Wanted,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const payment = await findPayment(collections, paymentId);
  const seatId = chosen ? new ObjectId(chosen) : null;
  const wish = { amount, note, by: admin._id };
  const refundId = `admin:${requestId ?? new ObjectId().toHexString()}`;
  const isCanceled = seatId !== null && !keepsSeat;
  const known = await findRefund(collections, refundId);
  if (known && (isCanceled || asCredit)) throw new ApiError('request_used');
  if (known) checkRequest(known, { request: { paymentId, seatId, amount }, note, by: admin._id });
  const hasLine = !seatId || payment?.items.some((item) => item.seatId.equals(seatId));
  if (!payment || !['enrolled', 'refunded'].includes(payment.status) || !hasLine)
    throw new ApiError('not_found', 'We could not find this payment.');
  if (isCanceled) {
    const credit = asCredit && amount > 0 ? { until: null } : undefined;
    return cancelForAdmin(payment, seatId, { ...wish, credit }, services);
  }
  if (asCredit)
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.asCredit': 'Only the money of a canceled seat becomes credit.' },
    });
  await giveBack(payment, { ...wish, seatId, refundId }, services);
}

type Wish = { amount: number; note: string; by: ObjectId };

async function cancelForAdmin(
  { paymentId, items }: Payment,
  seatId: ObjectId,
  wish: Wish & Pick<SeatToCancel, 'credit'>,
  services: Services,
): Promise<void> {
  const item = items.find((one) => one.seatId.equals(seatId));
  const campClass = item && (await findClass(services.database.collections, { _id: item.classId }));
  const seat = findSeat(campClass, { seatId });
  if (!campClass || !allows('cancel', seat) || seat.paymentId !== paymentId) throw noSeatError();
  const { isNew } = await cancelSeat(
    { campClass, seat, ...wish, reason: 'canceled by admin' },
    services,
  );
  // Somebody else was faster, perhaps with another amount.
  if (!isNew) throw noSeatError();
}

function noSeatError(): ApiError {
  return new ApiError('not_found', 'This payment has no such seat.');
}

/**
 * Nobody loses a seat. A seat that moved to a more expensive class has several payments: the one the admin named gives
 * what it can, and the others give the rest. All refunds are recorded before the first is sent. What is left is checked
 * again when the money is set aside: another admin may act at the same time.
 */
async function giveBack(
  payment: Payment,
  { seatId, ...wish }: Wish & { refundId: string; seatId: ObjectId | null },
  services: Services,
): Promise<void> {
  if (wish.amount === 0)
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.amount': 'Must be more than 0, unless you cancel the seat.' },
    });
  const locks = await lockSeats(payment, seatId, wish, services);
  let step: 'finish' | 'reject' = 'reject';
  try {
    const refunds = await writeDown(payment, seatId, wish, services);
    await send(refunds, services);
    step = 'finish';
  } finally {
    await unlockSeats(locks, step, services);
  }
}

/** Sends all refunds of a request, or withdraws the rest of them once one is refused. */
async function send(refunds: Refund[], services: Services): Promise<void> {
  for (const [place, { refundId }] of refunds.entries()) {
    await tryRefund(refundId, services);
    if (!(await findRefund(services.database.collections, refundId))?.isRefused) continue;
    await withdraw(refunds.slice(place + 1), services);
    throw new ApiError('refund_too_high', place > 0 ? ONLY_A_PART : undefined);
  }
}

/**
 * Locks the seats that an admin refunds: one, or all seats of the payment. So nobody cancels or moves them with amounts
 * that are about to change.
 */
async function lockSeats(
  payment: Payment,
  seatId: ObjectId | null,
  { refundId, note, by }: Wish & { refundId: string },
  services: Services,
): Promise<SeatRefundDocument[]> {
  const { paymentId, userId, currency } = payment;
  const items = payment.items.filter((item) => !seatId || item.seatId.equals(seatId));
  const given = items.filter(({ isGiven }) => isGiven);
  const locks: SeatRefundDocument[] = [];
  try {
    for (const { seatId: locked } of given) {
      const createdAt = services.now();
      const lock: SeatRefundDocument = {
        _id: new ObjectId(),
        kind: 'refund',
        seatId: locked,
        state: 'open',
        userId,
        paymentId,
        currency,
        refundId,
        note,
        by,
        createdAt,
        checkAfter: new Date(createdAt.getTime() + GO_ON_AFTER_MS),
      };
      try {
        await beginChange(services.database.collections, lock);
        locks.push(lock);
      } catch (error) {
        if (!(await isSameRequest(lock, services))) throw error;
      }
    }
  } catch (error) {
    await unlockSeats(locks, 'reject', services);
    throw error;
  }
  return locks;
}

/** Whether the request that has locked the seat is this one, sent again. Both write the same refunds. */
async function isSameRequest({ seatId, refundId }: SeatRefundDocument, { database }: Services) {
  const current = await findCurrentChange(database.collections, seatId);
  return current
    ? current.kind === 'refund' && current.refundId === refundId
    : (await findRefund(database.collections, refundId)) !== null;
}

async function unlockSeats(
  locks: SeatRefundDocument[],
  step: 'finish' | 'reject',
  { database }: Services,
): Promise<void> {
  for (const lock of locks) await takeStep(database.collections, lock, step);
}

/** Withdraws refunds that nobody has begun to carry out. */
async function withdraw(refunds: Refund[], { database, now }: Services): Promise<void> {
  for (const { refundId } of refunds) await withdrawRefund(database.collections, refundId, now());
}

const ONLY_A_PART =
  'Only a part of this went back: less was left of the seat by then. Please reload the page.';

/**
 * Records the refunds that make up an amount. If the same request runs twice, each refund is written once: it has the
 * same id both times, and the next one covers what is still missing. The id belongs to one request: another one must
 * not mistake these refunds for its own. R485
 */
async function writeDown(
  payment: Payment,
  seatId: ObjectId | null,
  { refundId: requested, amount, note, by }: Wish & { refundId: string },
  services: Services,
): Promise<Refund[]> {
  const { collections } = services.database;
  const request = { paymentId: payment.paymentId, seatId, amount };
  const written: Refund[] = [];
  for (;;) {
    const missing = amount - sumAmounts(written);
    if (missing <= 0) return written;
    const parts = await listParts(payment.paymentId, seatId, services);
    const refundId = written.length === 0 ? requested : `${requested}:${written.length}`;
    // Read after `parts`: if those already count a refund that the other run wrote, it is found here.
    const known = await findRefund(collections, refundId);
    if (known) {
      checkRequest(known, { request, note, by });
      written.push(known);
      continue;
    }
    const part = parts.find(({ left }) => left > 0);
    const isEnough = part && missing <= sumLeft(parts);
    if (!isEnough || part.isDisputed) {
      await withdraw(written, services);
      throw new ApiError(isEnough ? 'payment_disputed' : 'refund_too_high');
    }
    const { paymentId, currency } = part;
    const taken = { amount: Math.min(part.left, missing), currency, seatId };
    const decided = { refundId, paymentId, ...taken, by, note, request };
    await decideRefund({ ...decided, reason: 'by admin' }, services);
  }
}

/** @throws {ApiError} `request_used` if the refund was recorded for another request with the same id */
function checkRequest(
  { request, note, by }: Refund,
  wanted: Required<Pick<Refund, 'request' | 'note' | 'by'>>,
): void {
  checkSame({ request, note, by }, wanted);
}

/** What is left of a payment, or of a seat in all of its payments: first in the one that the admin named. */
async function listParts(paymentId: string, seatId: ObjectId | null, services: Services) {
  const { collections } = services.database;
  const payment = await findPayment(collections, paymentId);
  if (!payment) return [];
  const { currency, items } = payment;
  if (!seatId) {
    const left = countFree(payment, await listRefundsOf(collections, [paymentId]));
    return [{ paymentId, left, currency, isDisputed: isFrozen(payment) }];
  }
  if (!items.some((item) => item.isGiven && item.seatId.equals(seatId))) return [];
  const all = await whatIsLeft({ seatId }, services);
  const isNamed = (part: { paymentId: string }) => part.paymentId === paymentId;
  const named = all.filter(isNamed);
  // One household's refund never uses the other's money.
  const isOfSame = (part: PaidPart) =>
    part.coPayerId?.toHexString() === named[0]?.coPayerId?.toHexString();
  const others = all.filter(
    (part) => !isNamed(part) && part.currency === currency && isOfSame(part),
  );
  return [...named, ...others];
}
