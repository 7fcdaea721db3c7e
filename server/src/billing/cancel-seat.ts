import type { ObjectId } from 'mongodb';
import { describeAct, fileAct } from '../audit/audit.service.ts';
import type { ClassDocument } from '../database/collections.ts';
import type { CancellationDocument } from '../database/money-documents.ts';
import { ApiError } from '../errors.ts';
import type { PaidSeat } from '../enrollments/seats/seats.service.ts';
import type { Services } from '../services.ts';
import { sumAmounts } from '../sum-amounts.ts';
import {
  closeCancellation,
  decideCancellation,
  dropCancellation,
  findCancellation,
  insertCancellationOnce,
  isSeatMoving,
  listDueCancellations,
} from './cancellations.repo.ts';
import { findPayment } from './payments.repo.ts';
import { carryOutOrLeave, decideRefund } from './refunds.ts';
import { isAdminGivingBack } from './set-aside.repo.ts';
import { takeBackItem } from './take-back-item.ts';
import { listDifferencesPaid } from './transfers.repo.ts';
import { type PaidPart, planRefunds, splitAmount, sumLeft, whatIsLeft } from './what-is-left.ts';

/** How long a server may work on canceling a seat before the sweep goes on with it. */
const GO_ON_AFTER_MS = 60_000;

export type SeatToCancel = {
  campClass: Pick<ClassDocument, '_id' | 'name' | 'camp_start' | 'camp_end'>;
  seat: Pick<PaidSeat, 'cartId' | 'email' | 'childId' | 'name' | 'paymentId' | 'extra'>;
  /** What goes back, in cents. Missing: all that is left of what was paid for the seat. */
  amount?: number;
  /** Instead of `amount`: what goes back of each payment of the seat, in cents. */
  shareOf?: (part: PaidPart) => number;
  reason: CancellationDocument['reason'];
  /** Who decided it: an email, or `system`. */
  by: string;
  note?: string | undefined;
};

/**
 * Cancels a paid seat: frees it, and returns money. The cancellation is written down first. It is decided unless somebody
 * moves the seat or gives its money back at just this moment. After that, the sweep finishes what is cut off. A seat is
 * canceled once: another call gets the cancellation that is there.
 * @returns `isNew` is false if somebody had canceled the seat before
 * @throws {ApiError} `refund_too_high` for more than what is left; `unavailable` until the payment is closed, which it is
 *   in a moment, or while an admin gives some of the money back. Unless the school cancels the class, or the next person
 *   has taken the seat: `payment_disputed`, `seat_moving`
 */
export async function cancelSeat(
  wish: SeatToCancel,
  services: Services,
): Promise<{ cancellation: CancellationDocument; isNew: boolean }> {
  const { collections } = services.database;
  const { cartId } = wish.seat;
  const known = await findCancellation(collections, cartId);
  if (known) {
    const cancellation = known.state === 'done' ? known : await goOn(known, services);
    return { cancellation, isNew: false };
  }
  const cancellation = await describeCancellation(wish, services);
  const isNew = await insertCancellationOnce(collections, cancellation);
  const written = isNew ? cancellation : await findCancellation(collections, cartId);
  // Somebody else has written it, and dropped it again.
  if (!written) throw new ApiError('unavailable');
  return { cancellation: await goOn(written, services), isNew };
}

/** Carries out a cancellation, once it is decided. @throws {ApiError} as `cancelSeat`, if it can't be decided */
async function goOn(
  written: CancellationDocument,
  services: Services,
): Promise<CancellationDocument> {
  const { collections } = services.database;
  if (written.state === 'asked') {
    const obstacle = await findObstacle(written, services);
    // Another server may have decided it in between. Then the obstacle may be its own work.
    if (obstacle && (await dropCancellation(collections, written._id))) throw obstacle;
  }
  const decided = await decideCancellation(collections, written._id);
  if (!decided) throw new ApiError('unavailable');
  await finishCancellation(decided, services);
  return decided;
}

/**
 * Somebody may have begun to move the seat, or to give its money back, while the cancellation was written. Both
 * check for each other; at most one proceeds.
 */
async function findObstacle(
  { _id: cartId, paymentId, refunds, kept, reason }: CancellationDocument,
  services: Services,
): Promise<ApiError | undefined> {
  const { collections } = services.database;
  if (isChoice(reason) && (await isSeatMoving(collections, cartId)))
    return new ApiError('seat_moving');
  const extra = await listDifferencesPaid(collections, cartId);
  for (const line of [{ paymentId, cartId }, ...extra])
    if (await isAdminGivingBack(collections, line)) return new ApiError('unavailable', TRY_AGAIN);
  const left = sumLeft(await whatIsLeft({ paymentId, cartId, extra }, services));
  return left === sumAmounts(refunds) + kept ? undefined : new ApiError('unavailable', TRY_AGAIN);
}

const TRY_AGAIN =
  'Some of the money for this seat is just being given back. Please try again in a minute.';

/** Whether somebody chose to cancel just this seat. Otherwise, nothing can stop it. */
function isChoice(reason: CancellationDocument['reason']): boolean {
  return reason === 'canceled by parent' || reason === 'canceled by admin';
}

async function describeCancellation(
  { campClass, seat, amount, shareOf, reason, by, note }: SeatToCancel,
  services: Services,
): Promise<CancellationDocument> {
  const { collections } = services.database;
  const { cartId, email, childId, name, paymentId } = seat;
  // It has just given the seat. If the seat went now, it would be closed as if it had never given it.
  const payment = await findPayment(collections, paymentId);
  if (payment?.status === 'open') throw new ApiError('unavailable');
  const parts = await whatIsLeft(seat, services);
  const paid = sumLeft(parts);
  const shares = shareOf ? parts.map(shareOf) : splitAmount(parts, amount ?? paid);
  const refund = shares.reduce((sum, share) => sum + share, 0);
  if ((amount ?? 0) > paid) throw new ApiError('refund_too_high');
  // Some of it has gone back since the shares were found.
  if (shares.some((share, place) => share > (parts[place]?.left ?? 0)))
    throw new ApiError('unavailable', TRY_AGAIN);
  if (isChoice(reason)) {
    if (refund > 0 && parts.some(({ isDisputed }) => isDisputed))
      throw new ApiError('payment_disputed');
    if (await isSeatMoving(collections, cartId)) throw new ApiError('seat_moving');
  }
  const createdAt = services.now();
  const classId = campClass._id;
  const act = describeAct(
    {
      who: by,
      action: 'cancel seat',
      target: paymentId,
      // No names: a child's name would outlive the child's deletion.
      before: {
        ...{ email, seat: cartId.toHexString(), classId: classId.toHexString(), paid },
        child: childId?.toHexString() ?? null,
      },
      after: { refund, kept: paid - refund, reason, note },
    },
    services,
  );
  return {
    _id: cartId,
    ...{ classId, className: campClass.name },
    ...{ camp_start: campClass.camp_start, camp_end: campClass.camp_end },
    ...{ email, name, paymentId, reason, by },
    ...(childId && { childId }),
    ...(note && { note }),
    refunds: planRefunds(parts, shares, 'canceled'),
    kept: paid - refund,
    currency: parts[0]?.currency ?? services.environment.CURRENCY.toLowerCase(),
    state: 'asked',
    createdAt,
    checkAfter: new Date(createdAt.getTime() + GO_ON_AFTER_MS),
    unfiledActs: [act],
  };
}

/** Frees a canceled seat and returns its money. Each step may be repeated, also by several servers at once. */
async function finishCancellation(
  cancellation: CancellationDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const { _id: cartId, paymentId, refunds, currency, reason } = cancellation;
  const isRefunded = (line: { cartId: ObjectId }) =>
    refunds.some((refund) => refund.cartId.equals(line.cartId));
  await takeBackItem(
    { paymentId, cartId },
    (line) => (isRefunded(line) ? 'refunded' : 'canceled'),
    services,
  );
  for (const refund of refunds) await decideRefund({ ...refund, currency, reason }, services);
  // The school tells all people of a canceled class at once.
  await closeCancellation(collections, cartId, reason !== 'class canceled');
  services.mailBell.emit('ring');
  for (const { refundId } of refunds) await carryOutOrLeave(refundId, services);
  for (const act of cancellation.unfiledActs ?? [])
    await fileAct(act, { collection: 'cancellations', id: cartId }, services);
}

/**
 * Goes on with cancellations that were cut off. Part of the sweep; several servers may run it at once.
 * @param signal stops it between two cancellations
 */
export async function finishCancellations(services: Services, signal?: AbortSignal): Promise<void> {
  const due = await listDueCancellations(services.database.collections, services.now());
  for (const cancellation of due) {
    if (signal?.aborted) return;
    try {
      await goOn(cancellation, services);
    } catch (error) {
      const cartId = cancellation._id.toHexString();
      services.log.error({ err: error, cartId }, 'a seat is not canceled yet');
    }
  }
}
