import type { ObjectId } from 'mongodb';
import { takeBackPaidSeat } from '../../enrollments/seats/seats.service.ts';
import type { Services } from '../../services.ts';
import { findPayment, listLinesOf } from './payment-store.ts';
import { markItem } from './refund-store.ts';

/** One seat of one payment. */
export type Line = { paymentId: string; seatId: ObjectId };

/**
 * Frees the seat of a line of the ledger, and records that it is gone. If the seat moves to another class at just this
 * moment, it is freed there. May be repeated.
 * @param stateOf whether money goes back for this line
 */
export async function takeBackItem(
  line: Line,
  stateOf: (line: Line) => 'refunded' | 'canceled',
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  for (;;) {
    const payment = await findPayment(collections, line.paymentId);
    const item = payment?.items.find(({ seatId }) => seatId.equals(line.seatId));
    if (!item) return;
    const { classId } = item;
    await takeBackPaidSeat({ ...line, classId }, services);
    if (item.state !== 'enrolled') break;
    if (await markItem(collections, { ...line, classId }, stateOf(line), services.now())) break;
  }
  // Once the seat is gone, so are the lines with which it was moved to a dearer class.
  const lines =
    (await listLinesOf(collections, [line.seatId])).get(line.seatId.toHexString()) ?? [];
  for (const other of lines)
    if (!other.seatId.equals(line.seatId))
      await markItem(collections, other, stateOf(other), services.now());
}
