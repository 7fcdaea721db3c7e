import type { ObjectId } from 'mongodb';
import { listLinesOf, listPayments, type SeatLine } from '../ledger/payment-store.ts';
import { findClass } from '../database/class-store.ts';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { Services } from '../services.ts';
import { findSeat, type SeatOfClass, pairSeat } from '../seats/find-seat.ts';
import { listBalancePaid } from '../seats/seat-plan.ts';
import { allows } from '../seats/seat-states.ts';

type Found = SeatOfClass<EnrolledSeat> & {
  /** The line that bought it. */
  line: SeatLine;
};

/** A paid seat in its current class, which the ledger knows; undefined once it has ended. */
export async function findSeatAnywhere(
  seatId: ObjectId,
  { database }: Pick<Services, 'database'>,
): Promise<Found | undefined> {
  const lines = await listLinesOf(database.collections, [seatId]);
  const line = lines.get(seatId.toHexString())?.[0];
  const campClass = line && (await findClass(database.collections, { _id: line.item.classId }));
  const seat = findSeat(campClass, { seatId });
  return line && campClass && allows('cancel', seat)
    ? { ...pairSeat(campClass, seat), line }
    : undefined;
}

/**
 * Whether a seat has a payment of its balance that the ledger does not count yet. A change locks the seat first, then asks
 * this, then counts what was paid. The payment is written into the seat first, then looks for a lock. So one of the two
 * sees the other. R352
 */
export async function isBalanceBeingPaid(
  seatId: ObjectId,
  services: Pick<Services, 'database'>,
): Promise<boolean> {
  const found = await findSeatAnywhere(seatId, services);
  if (!found) return false;
  const ids = listBalancePaid(found.seat).map(({ paymentId }) => paymentId);
  const payments = await listPayments(services.database.collections, ids);
  return payments.some(({ status }) => status === 'open');
}
