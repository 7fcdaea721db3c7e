import type { SeatChangeDocument } from '../../database/money-documents.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { findCurrentChange, insertChange } from './change-store.ts';

/** How long a server may work on a change of a seat before the job goes on with it. */
export const GO_ON_AFTER_MS = 60_000;

/**
 * Writes a change of a seat down. That is the lock: until it is over, every other change of the seat is refused here. So no
 * kind of change needs to know of the others.
 * @throws {ApiError} `seat_moving`, or `seat_changing` for any other change
 */
export async function beginChange(change: SeatChangeDocument, services: Services): Promise<void> {
  const { collections } = services.database;
  if (await insertChange(collections, change)) return;
  const current = await findCurrentChange(collections, change.seatId);
  throw new ApiError(current?.kind === 'move' ? 'seat_moving' : 'seat_changing');
}
