import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { SeatAgain } from '../database/money-documents.ts';
import { newsEvent } from '../events/audit-event.ts';
import { takeBackPaidSeat } from '../seats/seats.service.ts';
import type { Services } from '../services.ts';
import { findPayment, listLinesOf } from './payment-store.ts';

/** One seat of one payment. */
export type Line = { paymentId: string; seatId: ObjectId };

type Ended = 'refunded' | 'canceled';

/**
 * Frees the seat of a ledger line, and records that it is gone. If the seat is just moving to another class, it is
 * freed there. Idempotent. R181, R182
 * @param stateOf whether this line is refunded
 * @param again the reserved seat that takes its place, if there is to be one
 */
export async function takeBackItem(
  line: Line,
  stateOf: (line: Line) => Ended,
  services: Services,
  again?: SeatAgain,
): Promise<void> {
  const { collections } = services.database;
  await takeBackLine(line, stateOf(line), services, again);
  // Once the seat is gone, so are the lines that moved it to a more expensive class.
  const lines =
    (await listLinesOf(collections, [line.seatId])).get(line.seatId.toHexString()) ?? [];
  for (const other of lines)
    if (other.paymentId !== line.paymentId)
      await markItem(collections, other, stateOf(other), services.now());
}

/** Like `takeBackItem`, for this line alone: a difference never moves the seat after that. Idempotent. */
export async function takeBackLine(
  line: Line,
  state: Ended,
  services: Services,
  again?: SeatAgain,
): Promise<void> {
  const { collections } = services.database;
  for (;;) {
    const payment = await findPayment(collections, line.paymentId);
    const item = payment?.items.find(({ seatId }) => seatId.equals(line.seatId));
    if (!item) return;
    const { classId, isGiven, isRest, moveId } = item;
    await takeBackPaidSeat({ ...line, classId }, services, again);
    if (item.state !== 'enrolled') return;
    // A seat ends with the line that bought it. Of its other lines, nobody hears.
    const isBought = isGiven && !isRest && !moveId;
    if (await markItem(collections, { ...line, classId, isBought }, state, services.now())) return;
  }
}

/**
 * Records that one seat of a payment is gone, with money back or without.
 * @param line.classId if given, only while the seat is in this class
 * @param line.isBought whether it bought the seat, so that programs hear that it has ended
 * @returns whether this was new
 */
async function markItem(
  { payments }: Pick<Collections, 'payments'>,
  {
    paymentId,
    seatId,
    classId,
    isBought,
  }: Line & { classId?: ObjectId; isBought?: boolean | undefined },
  state: Ended,
  at: Date,
): Promise<boolean> {
  const item = { seatId, state: 'enrolled' as const, ...(classId && { classId }) };
  const { matchedCount } = await payments.updateOne(
    { _id: paymentId, items: { $elemMatch: item } },
    {
      $set: { 'items.$.state': state, changedAt: at },
      ...(isBought &&
        classId && { $push: { events: newsEvent('seat ended', { seatId, classId }, at) } }),
    },
  );
  return matchedCount === 1;
}
