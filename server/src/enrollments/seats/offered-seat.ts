import { KEEP_SEAT_HOURS, OFFERS_UNTIL_DAYS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type { HeldSeat } from '../../database/collections.ts';
import type { SeatOffer, WaitingPerson } from '../../database/waiting-documents.ts';
import { addDays, DAY_MS, findDayStart } from '../../school-time.ts';
import { withChild } from './participant.ts';

/** How long a seat is offered, or kept for siblings. */

const KEEP_SEAT_MS = KEEP_SEAT_HOURS * 60 * 60_000;
/** An offered seat is held this long at most if its email can't be sent. */
const MAX_UNNOTIFIED_MS = 7 * DAY_MS;

type Now = { at: Date; timeZone: string };

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
    joinedAt: offer.offeredAt,
    state: 'held',
    heldUntil,
    renewed: false,
    offer,
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

/** The day (yyyy-mm-dd) from which on nobody gets an offer anymore. */
export function findLastOfferDay(campStart: string): string {
  return addDays(campStart, -OFFERS_UNTIL_DAYS);
}
