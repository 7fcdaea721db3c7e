import type { Filter, ObjectId } from 'mongodb';
import type { ClassDocument, Seat } from '../database/class-document.ts';

/**
 * Who sits in a seat: a child, no matter who booked, or else the account itself. A participant has at most one seat in
 * a class; several of one account may sit there together.
 */
export type Participant = {
  /** The account that books. */
  userId: ObjectId;
  childId?: ObjectId;
};

/** Names one seat of a class. It is one or the other, so that nobody passes a whole seat and gets the wrong one. */
export type SeatRef = { seatId: ObjectId; userId?: never } | (Participant & { seatId?: never });

/** Whether the participant sits in this seat. */
export function isSeatOf(seat: Seat, { userId, childId }: Participant): boolean {
  if (childId) return seat.childId?.equals(childId) ?? false;
  return !seat.childId && seat.userId.equals(userId);
}

/** The guard against double seats: finds a class in which the participant has no seat. R3 */
export function hasNoSeatOf({ userId, childId }: Participant): Filter<ClassDocument> {
  const theirs = childId ? { childId } : { userId, childId: { $exists: false } };
  return { seats: { $not: { $elemMatch: theirs } } };
}

/** The part of a seat or another record that says who it is for; without a child, it is for the account. */
export function withChild(childId: ObjectId | undefined): { childId?: ObjectId } {
  return childId ? { childId } : {};
}
