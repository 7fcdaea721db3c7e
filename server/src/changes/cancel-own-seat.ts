import type { CanceledSeat } from '@speakifyr/contract/cancellation.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { cancelSeat } from './cancel-seat.ts';
import { endEarnedPayments } from './end-payment.ts';
import {
  findOwnCanceled,
  findOwnSeat,
  type Parent,
  previewSeat,
  readKeptFor,
} from './parent-cancellation.ts';

/**
 * Cancels a seat of the caller. A second request with the same refund, from another tab or because no answer came, gets the
 * same answer.
 * @param shown.refund the refund they were shown, in cents
 * @param shown.asCredit whether they want credit instead
 * @throws {ApiError} as `previewCancellation`, and `refund_changed` with the refund as it is now
 */
export async function cancelOwnSeat(
  seatId: string,
  shown: Shown,
  user: Parent,
  services: Services,
): Promise<CanceledSeat> {
  try {
    await cancelAsShown(seatId, shown, user, services);
  } catch (error) {
    const done = error instanceof ApiError && (await findOwnCanceled(seatId, user, services));
    if (done && done.by === 'parent' && done.refund === shown.refund) return done;
    throw error;
  }
  const done = await findOwnCanceled(seatId, user, services);
  if (!done) throw new ApiError('not_found', 'We could not find this seat.');
  return done;
}

type Shown = { refund: number; asCredit?: boolean };

async function cancelAsShown(
  seatId: string,
  shown: Shown,
  user: Parent,
  services: Services,
): Promise<void> {
  const own = await findOwnSeat(seatId, user, services);
  const preview = await previewSeat(own, services);
  const { refund, kept, percent, fee, until, shareOf, about } = preview;
  if (refund !== shown.refund)
    throw new ApiError('refund_changed', undefined, {
      quote: { refund, kept, percent, fee, until },
    });
  await cancelSeat(
    {
      ...own,
      shareOf,
      about,
      keptFor: readKeptFor(preview),
      credit: shown.asCredit && refund > 0 ? { until } : undefined,
      reason: 'canceled by parent',
      by: user._id,
    },
    services,
  );
  await endEarnedPayments(own.seat.userId, services);
}
