import type { ClassDocument, HeldSeat } from '../../database/collections.ts';
import { changeSeats } from '../seats/change-seats.ts';
import { decideOfferEnd } from '../seats/offer-end.ts';
import type { Services } from '../../services.ts';
import { groupOffers, type OfferedSeat } from './own-waiting.ts';
import { findSentAt, listOfferingClasses } from './waiting-classes.ts';

/**
 * Starts the time of each offer once the email about it is out, so that an outage of the mail server takes no time from
 * anybody. An email that could not be sent, or is not needed, starts it too. A job.
 * @param signal stops it between two offers
 */
export async function startOfferClocks(services: Services, signal?: AbortSignal): Promise<void> {
  for (const campClass of await listOfferingClasses(services.database.collections))
    for (const seats of groupOffers(campClass)) {
      if (signal?.aborted) return;
      await startClock(campClass, seats, services);
    }
}

async function startClock(
  { _id }: ClassDocument,
  seats: OfferedSeat[],
  services: Services,
): Promise<void> {
  const [first] = seats;
  if (!first || first.offer.notifiedAt) return;
  const { waitId } = first.offer.entry;
  const sentAt = await findSentAt(services.database.collections, waitId, first.seatId);
  if (!sentAt) return;
  const notifiedAt = sentAt === 'never' ? services.now() : sentAt;
  const { OFFER_HOURS, SCHOOL_TIME_ZONE } = services.environment;
  await changeSeats(
    _id,
    (campClass) => {
      const heldUntil = decideOfferEnd({
        notifiedAt,
        campStart: campClass.camp_start,
        offerHours: OFFER_HOURS,
        timeZone: SCHOOL_TIME_ZONE,
      });
      const isOfOffer = ({ seatId }: { seatId: HeldSeat['seatId'] }) =>
        seats.some((seat) => seat.seatId.equals(seatId));
      let isStarted = false;
      const changed = campClass.seats.map((seat) => {
        if (seat.state !== 'held' || !seat.offer || seat.offer.notifiedAt || !isOfOffer(seat))
          return seat;
        isStarted = true;
        return { ...seat, heldUntil, offer: { ...seat.offer, notifiedAt } };
      });
      return isStarted ? { seats: changed } : null;
    },
    services,
  );
}
