import { KEEP_SEAT_HOURS, OFFERS_UNTIL_DAYS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { ClassDocument, HeldSeat } from '../database/class-document.ts';
import type { SeatOffer, WaitingPerson } from '../database/waiting-documents.ts';
import { addDays, DAY_MS, findDayStart } from '../school-time.ts';
import { findSeat } from './find-seat.ts';
import { type Participant, withChild } from './participant.ts';
import { taxNow } from './price-of-seat.ts';

/** Seats that are offered to people who waited: how long, and how the office keeps one for them. */

const KEEP_SEAT_MS = KEEP_SEAT_HOURS * 60 * 60_000;
/** An offered seat is held this long at most if its email can't be sent. */
const MAX_UNNOTIFIED_MS = 7 * DAY_MS;

type Now = { at: Date; timeZone: string };

/** A held seat that was offered to somebody who waited. R142 */
export type OfferedSeat = HeldSeat & { offer: SeatOffer };

/**
 * The seat of this participant that the office may keep for them, if it has not ended: an offered one, or the reserved
 * one with this id.
 */
export function findKeepable(
  campClass: Pick<ClassDocument, 'seats'>,
  owner: Participant & { reservedId?: ObjectId | undefined },
  at: Date,
): HeldSeat | undefined {
  const seat = findSeat(campClass, owner);
  if (seat?.state !== 'held' || seat.heldUntil <= at) return undefined;
  const isWanted = seat.reserved ? seat.seatId.equals(owner.reservedId) : isOpenOffer(seat);
  return isWanted ? seat : undefined;
}

/** Once the office has reserved it, the offer only says which list the seat goes back to. */
export function isOpenOffer(seat: HeldSeat): seat is OfferedSeat {
  return seat.offer !== undefined && !seat.reserved;
}

/**
 * Reserves an offered seat for its participant, or a reserved one until another day or at another price. If it is not
 * paid, the entry of an offer goes back to the list, as for any offer that ran out. A decision for `changeSeats`. R340
 * @returns null if it has ended
 */
export function keepSeat(
  campClass: ClassDocument,
  { seatId, userId, childId, heldUntil, reserved }: HeldSeat,
  { at, reservedId }: { at: Date; reservedId: ObjectId | undefined },
): Pick<ClassDocument, 'seats'> | null {
  const seat = findKeepable(campClass, { userId, childId, reservedId }, at);
  if (!reserved || !seat?.seatId.equals(seatId)) return null;
  const kept = { ...seat, heldUntil, reserved };
  return { seats: campClass.seats.map((one) => (one.seatId.equals(seatId) ? kept : one)) };
}

/** An offered seat is held like any other, only longer. */
export function holdOffered(
  offer: SeatOffer,
  { childId }: WaitingPerson,
  heldUntil: Date,
): HeldSeat {
  return {
    seatId: new ObjectId(),
    userId: offer.entry.userId,
    ...(offer.entry.addressHash && { addressHash: offer.entry.addressHash }),
    ...withChild(childId),
    ...(offer.entry.days && { days: offer.entry.days }),
    joinedAt: offer.offeredAt,
    state: 'held',
    heldUntil,
    renewed: false,
    offer,
    ...taxNow(),
  };
}

/** Until when a seat is kept for a group: a day, but not once offers are over. */
export function endOfKeeping(campStart: string, now: Now): Date {
  return beforeLastOffer(campStart, now, KEEP_SEAT_MS);
}

/** Until when an offered seat is held while its email is not out. The offer's own time begins with the email. */
export function endOfUnnotified(campStart: string, now: Now): Date {
  return beforeLastOffer(campStart, now, MAX_UNNOTIFIED_MS);
}

function beforeLastOffer(campStart: string, { at, timeZone }: Now, longestMs: number): Date {
  const last = findDayStart(findLastOfferDay(campStart), timeZone);
  return new Date(Math.min(at.getTime() + longestMs, last.getTime()));
}

/** From this day (yyyy-mm-dd) on, nobody gets an offer. */
export function findLastOfferDay(campStart: string): string {
  return addDays(campStart, -OFFERS_UNTIL_DAYS);
}
