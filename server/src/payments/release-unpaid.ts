import { SCHOOL } from '@speakifyr/contract/school.ts';
import { listOwingSeats, nameOwed } from '../seats/owing-seats.ts';
import { ApiError } from '../errors.ts';
import { SYSTEM } from '../events/audit-event.ts';
import { logFailure } from '../log.ts';
import { readTold } from './payment-reminders.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { cancelSeat } from '../changes/cancel-seat.ts';
import { previewSeat, readKeptFor } from '../changes/parent-cancellation.ts';
import { findReleasable } from './releasable-seats.ts';

/**
 * Cancels seats that were not paid, so many days after a part was due, as if the parent had done it. Only
 * if the payer was told the day, and the booker about the other household's share, and nothing is under way for the seat. A job; several servers may run it at once. R377
 * @param signal stops it between two seats
 */
export async function releaseUnpaidSeats(services: Services, signal?: AbortSignal): Promise<void> {
  const days = SCHOOL.money.releaseAfterDays;
  if (days === 0) return;
  const late = await listOwingSeats(services, addDays(readToday(services), -days));
  const told = await readTold(late, services);
  for (const { seat } of late.filter((one) => told.has(nameOwed(one)))) {
    if (signal?.aborted) return;
    const { seatId } = seat;
    const release = async () => {
      const found = await findReleasable(seatId, services);
      if (!found) return;
      const preview = await previewSeat(found, services);
      const isStillDue = async () => (await findReleasable(seatId, services)) !== undefined;
      const { shareOf, about } = preview;
      const wish = { ...found, shareOf, about, keptFor: readKeptFor(preview), isStillDue };
      await cancelSeat({ ...wish, reason: 'not paid', by: SYSTEM }, services);
    };
    await logFailure(leaveIfBusy(release()), 'an unpaid seat is not released yet', services, {
      seatId,
    });
  }
}

/** Somebody is changing or paying for the seat right now. The next run looks again. */
async function leaveIfBusy(release: Promise<void>): Promise<void> {
  try {
    await release;
  } catch (error) {
    const codes = ['seat_moving', 'seat_changing', 'payment_disputed', 'unavailable'];
    if (!(error instanceof ApiError && codes.includes(error.code))) throw error;
  }
}
