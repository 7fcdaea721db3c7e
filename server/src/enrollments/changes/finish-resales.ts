import { SYSTEM } from '../../events/audit-event.ts';
import { dropResold, listResold } from '../seats/resold-seats.ts';
import type { Services } from '../../services.ts';
import { cancelSeat } from './cancel-seat.ts';

/**
 * Returns all that was paid for resold seats: somebody else has taken their places.
 * Called after each enrollment, and a job. May be repeated, also by several servers at once.
 * @param signal stops it between two seats
 */
export async function finishResales(services: Services, signal?: AbortSignal): Promise<void> {
  for (const { campClass, seat } of await listResold(services)) {
    if (signal?.aborted) return;
    const { seatId } = seat;
    try {
      await cancelSeat({ campClass, seat, reason: 'seat resold', by: SYSTEM }, services);
      await dropResold({ classId: campClass._id, seatId }, services);
    } catch (error) {
      services.log.error(
        { err: error, seatId: seatId.toHexString() },
        'a resold seat is not refunded yet',
      );
    }
  }
}
