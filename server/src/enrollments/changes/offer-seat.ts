import { auditEvent } from '../../events/audit-event.ts';
import type { UserDocument } from '../../database/collections.ts';
import { ApiError } from '../../errors.ts';
import { hasJoiningEnded } from '../seats/join-until.ts';
import { changeSeatOffer } from '../seats/seat-offers.ts';
import type { Services } from '../../services.ts';
import { findOwnSeat, previewSeat } from './parent-cancellation.ts';

/**
 * Offers a seat of the caller to the next person who enrolls, once nothing would come back for it anymore. Or takes that
 * back, while nobody has the place yet.
 * @throws {ApiError} `not_found`, `class_started`, `seat_not_offerable`, `seat_passing_on`, `payment_disputed`,
 *   `seat_moving`
 */
export async function offerSeat(
  seatId: string,
  isOffered: boolean,
  user: UserDocument,
  services: Services,
): Promise<void> {
  const own = await findOwnSeat(seatId, user, services);
  const { campClass, seat } = own;
  const preview = await previewSeat(own, services);
  if (isOffered) {
    if (preview.isDisputed) throw new ApiError('payment_disputed');
    if (preview.isOffered === null) throw new ApiError('seat_not_offerable');
    if (campClass.status !== 'open' || hasJoiningEnded(campClass, services))
      throw new ApiError('seat_not_offerable', 'Nobody can join this class anymore.');
  }
  const classId = campClass._id;
  const act = auditEvent(
    {
      by: user.email,
      type: 'offer seat',
      target: seat.paymentId,
      before: { isOffered: !isOffered },
      after: { isOffered, seat: seatId, classId: classId.toHexString() },
    },
    services,
  );
  const change = { classId, seatId: seat.seatId, isOffered };
  await changeSeatOffer(change, services, act);
}
