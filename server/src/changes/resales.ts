import { logFailure } from '../log.ts';
import { auditEvent, SYSTEM } from '../events/audit-event.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { hasJoiningEnded } from '../seats/may-join.ts';
import { changeResale, dropResold, listResold } from '../seats/resale.ts';
import type { Services } from '../services.ts';
import { cancelSeat } from './cancel-seat.ts';
import { isBalanceBeingPaid } from './find-paid-seat.ts';
import { owedByAll } from '../seats/seat-plan.ts';
import { findOwnSeat, previewSeat } from './parent-cancellation.ts';

/**
 * Puts a seat of the caller up for resale, once canceling it would refund nothing. Or takes that back, while nobody has
 * the place yet. R164
 * @throws {ApiError} `not_found`, `class_started`, `seat_not_resellable`, `seat_resold`, `payment_disputed`,
 *   `seat_moving`
 */
export async function putUpForResale(
  seatId: string,
  isForResale: boolean,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const own = await findOwnSeat(seatId, user, services);
  const { campClass, seat } = own;
  const preview = await previewSeat(own, services);
  if (isForResale) {
    if (preview.isDisputed) throw new ApiError('payment_disputed');
    if (owedByAll(campClass, seat) > 0 || (await isBalanceBeingPaid(seat.seatId, services)))
      throw new ApiError('seat_not_resellable', 'Something is still to be paid for this seat.');
    if (preview.isForResale === null) throw new ApiError('seat_not_resellable');
    if (campClass.status !== 'open' || hasJoiningEnded(campClass, services))
      throw new ApiError('seat_not_resellable', 'Nobody can join this class anymore.');
  }
  const classId = campClass._id;
  const event = auditEvent({
    at: services.now(),
    by: user._id,
    type: 'resell seat',
    target: seat.paymentId,
    before: { isForResale: !isForResale },
    after: { isForResale, seat: seatId, classId: classId.toHexString() },
  });
  const change = { classId, seatId: seat.seatId, isForResale };
  await changeResale(change, services, event);
}

/**
 * Refunds all that was paid for resold seats: somebody else has taken their places. Runs after each enrollment and as a
 * job. Idempotent, even across servers.
 * @param signal stops it between two seats
 */
export async function finishResales(services: Services, signal?: AbortSignal): Promise<void> {
  for (const { campClass, seat } of await listResold(services)) {
    if (signal?.aborted) return;
    const { seatId } = seat;
    const finish = async () => {
      await cancelSeat({ campClass, seat, reason: 'seat resold', by: SYSTEM }, services);
      await dropResold({ classId: campClass._id, seatId }, services);
    };
    await logFailure(finish(), 'a resold seat is not refunded yet', services, { seatId });
  }
}
