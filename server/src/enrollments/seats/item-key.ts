import type { ObjectId } from 'mongodb';

/** One seat of one payment. Its refund has the same name. */
export type PaidItemRef = { classId: ObjectId; seatId: ObjectId; paymentId: string };

/** @returns the name of one seat of a payment, for a class's `refusedItems` and for refunds */
export function itemKey(paymentId: string, seatId: ObjectId): string {
  return `${paymentId}:${seatId.toHexString()}`;
}
