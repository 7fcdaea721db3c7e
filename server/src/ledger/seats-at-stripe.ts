import { createHash } from 'node:crypto';
import type { ObjectId } from 'mongodb';

/** How Stripe learns which seats a payment is for. It takes 500 characters for a value and 255 for a key. */

const IDS_PER_VALUE = 20;
/** Enough for MAX_PAID_TOGETHER. */
const NAMES = ['seatIds', 'moreSeatIds', 'lastSeatIds'] as const;

/** What an intent says about its seats. Settling a payment compares it with the ledger. R518 */
export function writeSeatIds(seats: { seatId: ObjectId }[]): Record<string, string> {
  const ids = seats.map(({ seatId }) => seatId.toHexString());
  return Object.fromEntries(
    NAMES.flatMap((name, place) => {
      const part = ids.slice(place * IDS_PER_VALUE, (place + 1) * IDS_PER_VALUE);
      return part.length > 0 ? [[name, part.join(',')]] : [];
    }),
  );
}

/** Whether an intent names these seats and no others. */
export function areSeatsNamed(
  metadata: Record<string, string>,
  seats: { seatId: ObjectId }[],
): boolean {
  const ids = writeSeatIds(seats);
  return NAMES.every((name) => metadata[name] === ids[name]);
}

/**
 * Names the seats of an intent in its idempotency key, with who pays, and how many earlier payments of theirs the seats
 * had: two tabs at once get the same intent.
 */
export function nameSeats(
  seats: { seatId: ObjectId }[],
  { userId, earlier }: { userId: ObjectId; earlier: number },
): string {
  const ids = [userId, ...seats.map(({ seatId }) => seatId)].map((id) => id.toHexString());
  const digest = createHash('sha256').update(ids.join('-')).digest('base64url');
  return ['seats', digest, earlier].join('-');
}
