import { SYSTEM } from '../../events/audit-event.ts';
import { dropPassedOn, listPassedOn } from '../seats/passed-on.ts';
import type { Services } from '../../services.ts';
import { cancelSeat } from './cancel-seat.ts';

/**
 * Returns all that was paid for seats that somebody else has taken: their owners had offered them to the next person.
 * Called after each enrollment, and a job. May be repeated, also by several servers at once.
 * @param signal stops it between two seats
 */
export async function passOnSeats(services: Services, signal?: AbortSignal): Promise<void> {
  for (const { campClass, seat } of await listPassedOn(services)) {
    if (signal?.aborted) return;
    const { seatId } = seat;
    try {
      await cancelSeat({ campClass, seat, reason: 'seat passed on', by: SYSTEM }, services);
      await dropPassedOn({ classId: campClass._id, seatId }, services);
    } catch (error) {
      services.log.error(
        { err: error, seatId: seatId.toHexString() },
        'a seat is not passed on yet',
      );
    }
  }
}
