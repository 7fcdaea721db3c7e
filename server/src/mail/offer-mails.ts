import type { ObjectId } from 'mongodb';
import type { ClassDocument, HeldSeat, Seat } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { listOfferLines, type OfferLine } from './due-mails/waiting-mails.repo.ts';

/** An offered seat that is held for somebody who waited. */
export type OfferedSeat = HeldSeat & { offer: NonNullable<HeldSeat['offer']> };

/** The seats of a class that are offered to people who waited. */
export function listOfferedSeats({ seats }: Pick<ClassDocument, 'seats'>): OfferedSeat[] {
  return seats.filter(isOffered);
}

function isOffered(seat: Seat): seat is OfferedSeat {
  return seat.state === 'held' && seat.offer !== undefined;
}

/**
 * The offered seats whose email is out, so that the time of the offer begins: the mail server has taken it, or the email
 * can't or need not be sent anymore.
 * @param seats those whose offer has no `notifiedAt`
 * @returns since when, by cart id
 */
export async function findNotified(
  seats: OfferedSeat[],
  { database, now }: Pick<Services, 'database' | 'now'>,
): Promise<Map<string, Date>> {
  const lines = await findOfferMails(seats, { database });
  const notified = [...lines].flatMap(([cartId, { state, sentAt }]) => {
    if (state === 'queued' || state === 'sending') return [];
    return [[cartId, sentAt ?? now()] as const];
  });
  return new Map(notified);
}

/** The line of the outbox with the offer of each seat, by cart id. A seat may have none yet. */
export async function findOfferMails(
  seats: Pick<OfferedSeat, 'cartId' | 'offer'>[],
  { database }: Pick<Services, 'database'>,
): Promise<Map<string, OfferLine>> {
  const lines = await listOfferLines(
    database.collections,
    seats.map(({ offer }) => offer.entry.waitId),
  );
  const has = (line: OfferLine, id: ObjectId) => line.cause.cartIds.some((one) => one.equals(id));
  return new Map(
    seats.flatMap(({ cartId }) => {
      const line = lines.find((one) => has(one, cartId));
      return line ? [[cartId.toHexString(), line] as const] : [];
    }),
  );
}
