import { listClasses } from '../../database/class-store.ts';
import type { ClassDocument, HeldSeat } from '../../database/collections.ts';
import type { Services } from '../../services.ts';
import { listHolds } from './find-seat.ts';
import type { Holding, OfferRules } from './offer-limits.ts';
import { readCalendar } from './queue.ts';

/**
 * By what the seats of a class are handed out to those who wait. What they hold in other classes is read just before it
 * is decided. Seats that open up in several classes in the same moment may pass the account's limit; never by more than
 * it may wait for.
 */
export async function readOfferRules(
  { _id, waiting = [] }: Pick<ClassDocument, '_id' | 'waiting'>,
  services: Services,
): Promise<OfferRules> {
  const emails = [...new Set(waiting.map(({ email }) => email))];
  return {
    ...readCalendar(services),
    heldElsewhere: await readHeldElsewhere(emails, _id, services),
    maxAtAddress: services.environment.HOLDS_PER_ADDRESS,
  };
}

/** What accounts hold in other classes than this one, offers included, by email. */
export async function readHeldElsewhere(
  emails: string[],
  classId: ClassDocument['_id'],
  { database, now }: Services,
): Promise<Map<string, Holding[]>> {
  const held = new Map<string, Holding[]>();
  if (emails.length === 0) return held;
  const elsewhere = { 'seats.email': { $in: emails }, _id: { $ne: classId } };
  const at = now();
  const isOpen = ({ email, heldUntil }: HeldSeat) => emails.includes(email) && heldUntil > at;
  for (const { seat } of listHolds(await listClasses(database.collections, elsewhere), isOpen))
    held.set(seat.email, [...(held.get(seat.email) ?? []), seat]);
  return held;
}
