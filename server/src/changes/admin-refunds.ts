import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import { findClass } from '../database/class-store.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { SeatRefundDocument } from '../database/money-documents.ts';
import { ApiError } from '../errors.ts';
import { findSeat } from '../seats/find-seat.ts';
import { allows } from '../seats/seat-states.ts';
import type { Services } from '../services.ts';
import { checkSame } from '../write-once.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { cancelSeat } from './cancel-seat.ts';
import { beginChange, findCurrentChange, GO_ON_AFTER_MS, takeStep } from './change-store.ts';
import { endEarnedPayments } from './end-payment.ts';
import { findPayment, isFrozen, type Payment } from '../ledger/payment-store.ts';
import { findRefund, listRefundsOf, type Refund } from '../ledger/refund-store.ts';
import { decideRefund, tryRefund, withdrawRefunds } from '../ledger/refunds.ts';
import { countFree } from '../ledger/set-aside.ts';
import { type PaidPart, sumLeft, whatIsLeft } from '../ledger/what-is-left.ts';

type Wanted = ParsedInput<Contract['POST /refunds']>['body'];

/**
 * An admin refunds money: for a seat, which is canceled unless they say that it stays, or for a whole payment. R162
 *
 * 1. Who may, and how much: the call is for admins; the payment is paid, and the seat is one of its lines.
 * 2. What is decided is written before Stripe is asked: the seats are locked, and each refund is recorded. From then on a
 *    job carries it out if this server stops.
 * 3. Stripe: each refund takes its money out of the payment and is made. Once one is refused, the others are withdrawn.
 * 4. What is written: how each refund ended, the audit log, the credit note.
 * 5. Who hears: the payer by email, the admin by the answer.
 *
 * The last three are the same for every refund: `carryOutRefund`. If the seat ends, its cancellation takes the steps
 * from 2 on: `cancelSeat`.
 * @throws {ApiError} `not_found`, `refund_too_high`, `payment_disputed`, `seat_moving`, `seat_changing`, `request_used`
 */
export async function refundByAdmin(
  wanted: Wanted,
  admin: UserDocument,
  services: Services,
): Promise<void> {
  const wish = await checkWish(wanted, admin, services);
  const { seatId } = wish.asked.request;
  if (seatId && !wanted.keepsSeat)
    return cancelForAdmin(wish, { seatId, asCredit: wanted.asCredit ?? false }, services);
  checkKeeping(wanted);
  await whileLocked(wish, services, async () => {
    const refunds = await writeDown(wish, services);
    await carryOut(refunds, services);
  });
}

/** `asked` stands in each refund of a request: no other request may mistake them for its own. R485 */
type Wish = { payment: Payment; refundId: string; asked: Asked };
type Asked = Required<Pick<Refund, 'request' | 'note' | 'by'>>;

/** 1. Who may, and how much. What is left is checked when it is written down: another admin may act at the same time. */
async function checkWish(
  { paymentId, cartId, keepsSeat, amount, asCredit, note, requestId }: Wanted,
  admin: UserDocument,
  { database }: Services,
): Promise<Wish> {
  const payment = await findPayment(database.collections, paymentId);
  const seatId = cartId ? new ObjectId(cartId) : null;
  const asked = { request: { paymentId, seatId, amount }, note, by: admin._id };
  const refundId = `admin:${requestId ?? new ObjectId().toHexString()}`;
  const known = await findRefund(database.collections, refundId);
  if (known && ((seatId && !keepsSeat) || asCredit)) throw new ApiError('request_used');
  if (known) checkAsked(known, asked);
  const hasLine = !seatId || payment?.items.some((item) => item.seatId.equals(seatId));
  if (!payment || !['enrolled', 'refunded'].includes(payment.status) || !hasLine)
    throw new ApiError('not_found', 'We could not find this payment.');
  return { payment, refundId, asked };
}

/** @throws {ApiError} `request_used` if the refund was recorded for another request with the same id */
function checkAsked({ request, note, by }: Refund, asked: Asked): void {
  checkSame({ request, note, by }, asked);
}

async function cancelForAdmin(
  { payment: { paymentId, items }, asked }: Wish,
  { seatId, asCredit }: { seatId: ObjectId; asCredit: boolean },
  services: Services,
): Promise<void> {
  const { request, note, by } = asked;
  const { amount } = request;
  const item = items.find((one) => one.seatId.equals(seatId));
  const campClass = item && (await findClass(services.database.collections, { _id: item.classId }));
  const seat = findSeat(campClass, { seatId });
  if (!campClass || !allows('cancel', seat) || seat.paymentId !== paymentId) throw noSeatError();
  const credit = asCredit && amount > 0 ? { until: null } : undefined;
  const { isNew } = await cancelSeat(
    { campClass, seat, amount, credit, reason: 'canceled by admin', by, note },
    services,
  );
  // Somebody else was faster, perhaps with another amount.
  if (!isNew) throw noSeatError();
  await endEarnedPayments(seat.userId, services);
}

function noSeatError(): ApiError {
  return new ApiError('not_found', 'This payment has no such seat.');
}

/** What only makes sense if a seat ends. */
function checkKeeping({ amount, asCredit }: Wanted): void {
  const fields: Record<string, string> | false = asCredit
    ? { 'body.asCredit': 'Only the money of a canceled seat becomes credit.' }
    : amount === 0 && { 'body.amount': 'Must be more than 0, unless you cancel the seat.' };
  if (fields) throw new ApiError('invalid_input', undefined, { fields });
}

/**
 * 2. What is decided is written. The seat that an admin refunds is locked, or all seats of the payment, until Stripe has
 * answered: nobody cancels or moves them with amounts that are about to change.
 */
async function whileLocked(
  { payment, refundId, asked: { request, note, by } }: Wish,
  services: Services,
  work: () => Promise<void>,
): Promise<void> {
  const { collections } = services.database;
  const { paymentId, userId, currency } = payment;
  const { seatId: chosen } = request;
  const items = payment.items.filter((item) => !chosen || item.seatId.equals(chosen));
  const locks: SeatRefundDocument[] = [];
  let step: 'finish' | 'reject' = 'reject';
  try {
    for (const { seatId } of items.filter(({ isGiven }) => isGiven)) {
      const createdAt = services.now();
      const lock: SeatRefundDocument = {
        _id: new ObjectId(),
        kind: 'refund',
        seatId,
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
        await beginChange(collections, lock);
        locks.push(lock);
      } catch (error) {
        if (!(await isSameRequest(lock, services))) throw error;
      }
    }
    await work();
    step = 'finish';
  } finally {
    for (const lock of locks) await takeStep(collections, lock, step);
  }
}

/** Whether the request that has locked the seat is this one, sent again. Both write the same refunds. */
async function isSameRequest({ seatId, refundId }: SeatRefundDocument, { database }: Services) {
  const current = await findCurrentChange(database.collections, seatId);
  return current
    ? current.kind === 'refund' && current.refundId === refundId
    : (await findRefund(database.collections, refundId)) !== null;
}

/**
 * Records the refunds that make up an amount, before the first is sent. A seat that moved to a more expensive class has
 * several payments: the one the admin named gives what it can, and the others give the rest. If the same request runs
 * twice, each refund is written once: it has the same id both times, and the next one covers what is still missing.
 */
async function writeDown(
  { payment: { paymentId: named }, refundId: requested, asked }: Wish,
  services: Services,
): Promise<Refund[]> {
  const { collections } = services.database;
  const { seatId, amount } = asked.request;
  const written: Refund[] = [];
  for (;;) {
    const missing = amount - sumAmounts(written);
    if (missing <= 0) return written;
    const parts = await listParts(named, seatId, services);
    const refundId = written.length === 0 ? requested : `${requested}:${written.length}`;
    // Read after `parts`: if those already count a refund that the other run wrote, it is found here.
    const known = await findRefund(collections, refundId);
    if (known) {
      checkAsked(known, asked);
      written.push(known);
      continue;
    }
    const part = parts.find(({ left }) => left > 0);
    const isEnough = part && missing <= sumLeft(parts);
    if (!isEnough || part.isDisputed) {
      await withdrawRefunds(written, services);
      throw new ApiError(isEnough ? 'payment_disputed' : 'refund_too_high');
    }
    const { paymentId, currency } = part;
    const taken = { amount: Math.min(part.left, missing), currency, seatId };
    await decideRefund({ refundId, paymentId, ...taken, ...asked, reason: 'by admin' }, services);
  }
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

/** 3. to 5. Each refund is carried out, until one is refused. Then nobody carries out the others. */
async function carryOut(refunds: Refund[], services: Services): Promise<void> {
  for (const [place, { refundId }] of refunds.entries()) {
    await tryRefund(refundId, services);
    if (!(await findRefund(services.database.collections, refundId))?.isRefused) continue;
    await withdrawRefunds(refunds.slice(place + 1), services);
    throw new ApiError('refund_too_high', place > 0 ? ONLY_A_PART : undefined);
  }
}

const ONLY_A_PART =
  'Only a part of this went back: less was left of the seat by then. Please reload the page.';
