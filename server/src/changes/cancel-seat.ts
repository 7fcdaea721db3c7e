import { freezeFee } from '../prices/taxes.ts';
import type { describeRefunds } from '../ledger/paper-taxes.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { onDays } from '@speakifyr/contract/sold-by-day.ts';
import type { ObjectId } from 'mongodb';
import { auditEvent, newsEvent } from '../events/audit-event.ts';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type {
  CancellationDocument,
  PlannedRefund,
  RefundDocument,
} from '../database/money-documents.ts';
import type { Actor, AuditEvent } from '../database/event-document.ts';
import { ApiError } from '../errors.ts';
import { findUserWithId } from '../users/find-users.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import {
  beginChange,
  dropCancellation,
  findCancellation,
  findCurrentChange,
  GO_ON_AFTER_MS,
  takeStep,
} from './change-store.ts';
import { giveUpMove } from './complete-move.ts';
import { isBalanceBeingPaid } from './find-paid-seat.ts';
import { findPayment } from '../ledger/payment-store.ts';
import { decideRefund, tryRefund } from '../ledger/refunds.ts';
import { isPaidWithCredit } from '../ledger/spend-credit.ts';
import { takeBackItem } from '../ledger/take-back-item.ts';
import {
  countKeptOf,
  listRefundsTo,
  type PaidPart,
  planRefunds,
  splitAmount,
  sumLeft,
  withoutRecipient,
  whatIsLeft,
} from '../ledger/what-is-left.ts';

export type SeatToCancel = {
  campClass: Pick<ClassDocument, '_id' | 'name' | 'camp_start' | 'camp_end'>;
  seat: Pick<EnrolledSeat, 'seatId' | 'userId' | 'childId' | 'days' | 'paymentId' | 'coPay'>;
  /** The refund, in cents. Missing: all that is left of what was paid for the seat. */
  amount?: number;
  /** The payer wants credit instead of refunds. */
  credit?: CancellationDocument['credit'];
  /** Instead of `amount`: the refund of each payment of the seat, in cents. */
  shareOf?: (part: PaidPart) => number;
  keptFor?: CancellationDocument['keptFor'];
  /** What a refund is for, and the fee that the refund policy keeps. */
  about?: { describe: ReturnType<typeof describeRefunds>; fee: number };
  reason: CancellationDocument['reason'];
  /**
   * With `not paid`: whether that is still so, asked once the seat is locked. If the server stops before that, the
   * cancellation is dropped.
   */
  isStillDue?: () => Promise<boolean>;
  /** A payment that bounced: nothing is left of it, even if the books do not say so yet. */
  bounced?: NonNullable<CancellationDocument['bounced']>;
  /** Who decided it: an email, or `system`. */
  by: Actor;
  note?: string;
};

/**
 * Cancels a paid seat: frees it, and returns money. The cancellation is recorded first, which locks the seat. Once it
 * is decided, the job finishes it after a crash. A seat is canceled once: another call gets the existing cancellation.
 * R161, R167, R173, R181
 * @returns `isNew` is false if somebody had canceled the seat before
 * @throws {ApiError} `refund_too_high` for more than is left; `unavailable` until the payment is closed, which takes a
 *   moment; `seat_moving` or `seat_changing` while another change has locked the seat. Unless the school cancels the
 *   class, or the next person has taken the seat: `payment_disputed`
 */
export async function cancelSeat(
  wish: SeatToCancel,
  services: Services,
): Promise<{ cancellation: CancellationDocument; isNew: boolean }> {
  const { collections } = services.database;
  const { isStillDue } = wish;
  const { seatId } = wish.seat;
  const known = await findCancellation(collections, seatId);
  if (known) {
    const cancellation = known.state === 'done' ? known : await goOn(known, services, isStillDue);
    return { cancellation, isNew: false };
  }
  const cancellation = await describeCancellation(wish, services);
  if (!isChoice(wish.reason)) await stopMove(seatId, services);
  try {
    await beginChange(collections, cancellation);
  } catch (error) {
    const other = await findCancellation(collections, seatId);
    if (!other) throw error;
    return { cancellation: await goOn(other, services, isStillDue), isNew: false };
  }
  return { cancellation: await goOn(cancellation, services, isStillDue), isNew: true };
}

/** A move that waits for the family to pay does not stop the school. */
async function stopMove(seatId: ObjectId, services: Services): Promise<void> {
  const current = await findCurrentChange(services.database.collections, seatId);
  if (current?.kind === 'move' && current.state === 'open') await giveUpMove(current, services);
}

/**
 * Decides a cancellation and carries it out. Idempotent.
 * @throws {ApiError} `seat_changing` if money of the seat was returned since its amounts were found
 */
export async function goOn(
  written: CancellationDocument,
  services: Services,
  isStillDue?: SeatToCancel['isStillDue'],
): Promise<CancellationDocument> {
  const { collections } = services.database;
  const isUntrue = written.state === 'open' && !(await isStillTrue(written, services, isStillDue));
  // Another server may have decided it in between. Then the amounts differ because of its own work.
  if (isUntrue && (await dropCancellation(collections, written._id)))
    throw new ApiError('seat_changing');
  await takeStep(collections, written, 'decide', { events: [await toEvent(written, services)] });
  const decided = await findCancellation(collections, written._id);
  if (!decided) throw new ApiError('unavailable');
  await finishCancellation(decided, services);
  return decided;
}

async function toEvent(canceled: CancellationDocument, services: Services): Promise<AuditEvent> {
  const { seatId, by, paymentId, userId, classId, childId } = canceled;
  const { refunds, reason, note, coPay } = canceled;
  const payer = await findUserWithId(userId, services);
  const refund = sumAmounts(listRefundsTo({ _id: userId }, canceled));
  const kept = countKeptOf({ _id: userId }, canceled);
  const ofOther = coPay && {
    coPay: { refund: sumAmounts(refunds) - refund, kept: coPay.kept },
  };
  const event = auditEvent({
    at: services.now(),
    by,
    type: 'cancel seat',
    target: paymentId,
    // No names: a child's name would outlive the child's deletion.
    before: {
      email: payer?.email ?? '',
      seat: seatId.toHexString(),
      classId: classId.toHexString(),
      paid: refund + kept,
      child: childId?.toHexString() ?? null,
    },
    after: { refund, kept, reason, ...(canceled.credit && { asCredit: true }), note, ...ofOther },
  });
  return { ...event, _id: `canceled-${seatId.toHexString()}` };
}

/**
 * Its amounts were found before the seat was locked. Those of a bounced payment are true once its money is out of the
 * books, so nothing ends before that. R163
 */
async function isStillTrue(
  { seatId, refunds, kept, reason }: CancellationDocument,
  services: Services,
  isStillDue: SeatToCancel['isStillDue'],
): Promise<boolean> {
  if (reason === 'not paid' && !(await isStillDue?.())) return false;
  if (await isBalanceBeingPaid(seatId, services)) return false;
  const left = sumLeft(await whatIsLeft({ seatId }, services));
  return left === sumAmounts(refunds) + kept;
}

/**
 * How a refund becomes credit. What was paid with credit returns to that credit by itself; the other household gets its
 * money back. R360
 */
function keepAsCredit(
  refund: PlannedRefund,
  { until }: NonNullable<CancellationDocument['credit']>,
): Pick<RefundDocument, 'credit'> {
  if (isPaidWithCredit(refund) || refund.to) return {};
  return { credit: { until, left: 0, uses: [], returned: [] } };
}

/** Whether somebody chose to cancel just this seat, or nobody paid for it. Otherwise, nothing can stop it. */
function isChoice(reason: CancellationDocument['reason']): boolean {
  return ['canceled by parent', 'canceled by admin', 'not paid'].includes(reason);
}

export async function describeCancellation(
  {
    campClass,
    seat,
    amount,
    credit,
    shareOf,
    keptFor,
    about,
    reason,
    bounced,
    by,
    note,
  }: SeatToCancel,
  services: Services,
): Promise<CancellationDocument> {
  const { collections } = services.database;
  const { seatId, userId, childId, days, paymentId } = seat;
  // It has just given the seat. If that ended now, the payment would be closed as if it had never given it.
  const payment = await findPayment(collections, paymentId);
  if (payment?.status === 'open') throw new ApiError('unavailable');
  const parts = (await whatIsLeft(seat, services)).map((part) =>
    part.paymentId === bounced?.paymentId ? { ...part, left: 0 } : part,
  );
  const paid = sumLeft(parts);
  const shares = shareOf ? parts.map(shareOf) : splitAmount(parts, amount ?? paid);
  const refund = shares.reduce((sum, share) => sum + share, 0);
  const ofOther = parts.flatMap((part, place) =>
    part.coPayerId ? [{ ...part, amount: part.left - (shares[place] ?? 0) }] : [],
  );
  const coPayerId = seat.coPay?.userId ?? ofOther.find(({ left }) => left > 0)?.coPayerId;
  if ((amount ?? 0) > paid) throw new ApiError('refund_too_high');
  // Some of it was returned since the shares were found.
  if (shares.some((share, place) => share > (parts[place]?.left ?? 0)))
    throw new ApiError('seat_changing');
  if (isChoice(reason) && refund > 0 && parts.some(({ isDisputed }) => isDisputed))
    throw new ApiError('payment_disputed');
  const createdAt = services.now();
  const classId = campClass._id;
  // Of the days that the seat had, whether or not the caller read the class as it has it. R647
  const { camp_start, camp_end } = onDays(campClass, { days });
  return {
    kind: reason === 'seat resold' ? 'resell' : 'cancel',
    _id: seatId,
    seatId,
    classId,
    className: campClass.name,
    camp_start,
    camp_end,
    userId,
    paymentId,
    reason,
    by,
    ...(childId && { childId }),
    ...(days && { days }),
    ...(note && { note }),
    ...(bounced && { bounced }),
    ...(credit && { credit }),
    refunds: describeBack(planRefunds(seat, parts, shares, 'canceled'), about),
    kept: paid - refund,
    ...(keptFor && { keptFor }),
    ...(coPayerId && { coPay: { userId: coPayerId, kept: sumAmounts(ofOther) } }),
    currency: parts[0]?.currency ?? SCHOOL.currency.toLowerCase(),
    state: 'open',
    createdAt,
    checkAfter: new Date(createdAt.getTime() + GO_ON_AFTER_MS),
  };
}

/** Refunds with what they are for. The fee is kept of the booker's last one, as `quoteParts` takes it. */
function describeBack(refunds: PlannedRefund[], about: SeatToCancel['about']): PlannedRefund[] {
  const last = refunds.findLast(({ to }) => !to) ?? refunds.at(-1);
  return refunds.map((refund) => ({
    ...refund,
    ...about?.describe(refund),
    ...(refund === last && about && freezeFee(about.fee)),
  }));
}

/** Frees a canceled seat and returns its money. Each step is idempotent, even across servers. */
async function finishCancellation(
  cancellation: CancellationDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const { _id: seatId, paymentId, refunds, currency, reason, bounced, credit } = cancellation;
  const isRefunded = (line: { paymentId: string }) =>
    bounced?.paymentId === line.paymentId ||
    refunds.some((refund) => refund.paymentId === line.paymentId);
  await takeBackItem(
    { paymentId, seatId },
    (line) => (isRefunded(line) ? 'refunded' : 'canceled'),
    services,
    bounced?.again,
  );
  for (const refund of refunds)
    await decideRefund(
      {
        ...withoutRecipient(refund),
        seatId,
        currency,
        reason,
        ...(credit && keepAsCredit(refund, credit)),
      },
      services,
    );
  // The school tells everybody in a canceled class at once.
  const news = newsEvent('seat canceled', { changeId: seatId }, services.now());
  const events = reason === 'class canceled' ? [] : [news];
  await takeStep(collections, cancellation, 'finish', { events });
  for (const { refundId } of refunds) await tryRefund(refundId, services);
}
