import { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';

/**
 * What a class remembers in `refusedItems`, so that a slow server can't seat anybody again: payments that never get a
 * seat there (`itemKey`), and moves that got one or never will (`moveKeys`).
 */
type Remembering = Pick<ClassDocument, 'refusedItems'>;

/**
 * Entries that cost nothing to make are kept for two weeks. By then, no hold is left, and a move decided that long ago
 * gets no seat. Entries of charges stay, because a bank may take its time.
 */
const KEPT_MS = 14 * 24 * 60 * 60_000;

/** When somebody decided that a seat moves. */
type Decided = { moveId: ObjectId; decidedAt: Date };

/** The two entries of a move: one says that it got a seat, the other that it never will. */
export function moveKeys({ moveId, decidedAt }: Decided): { given: string; refused: string } {
  const key = `${moveId.toHexString()}:${decidedAt.getTime()}`;
  return { given: `moved:${key}`, refused: `not-moved:${key}` };
}

/** Whether a move was decided so long ago that its entry may be gone. Then it gets no seat. */
export function isForgotten({ decidedAt }: Pick<Decided, 'decidedAt'>, at: Date): boolean {
  return at.getTime() - decidedAt.getTime() > KEPT_MS;
}

/**
 * R209
 * @returns `refusedItems` with one more entry, and without those that can't matter anymore
 */
export function remember({ refusedItems }: Remembering, entry: string, at: Date): string[] {
  return [...new Set([...refusedItems.filter((one) => !isSpent(one, at)), entry])];
}

function isSpent(entry: string, at: Date): boolean {
  const [kind = '', id = '', decidedAt] = entry.split(':');
  if (decidedAt) return isForgotten({ decidedAt: new Date(Number(decidedAt)) }, at);
  // A free seat is only given to a hold, which is younger than its seat id.
  return (
    kind.startsWith('free_') && isForgotten({ decidedAt: new ObjectId(id).getTimestamp() }, at)
  );
}

/** One seat of one payment. Its refund has the same name. */
export type PaidItemRef = { classId: ObjectId; seatId: ObjectId; paymentId: string };

/**
 * R100
 * @returns the name of one seat of a payment, for a class's `refusedItems` and for refunds
 */
export function itemKey(paymentId: string, seatId: ObjectId): string {
  return `${paymentId}:${seatId.toHexString()}`;
}
