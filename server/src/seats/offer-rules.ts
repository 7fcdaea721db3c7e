import type { ObjectId } from 'mongodb';
import { listClasses } from '../database/class-store.ts';
import type { ClassDocument, HeldSeat } from '../database/class-document.ts';
import type { Services } from '../services.ts';
import { listHolds } from './find-seat.ts';
import type { Holding, OfferRules } from './offer-limits.ts';
import { readQueueCalendar } from './queue.ts';

/**
 * The rules for handing out a class's seats to those who wait. What they hold in other classes is read just before the
 * decision. Seats that open up in several classes at the same moment may exceed the account's limit, but never by more
 * than it may wait for. R190
 */
export async function readOfferRules(
  { _id, waiting = [] }: Pick<ClassDocument, '_id' | 'waiting'>,
  services: Services,
): Promise<OfferRules> {
  return {
    ...readQueueCalendar(services),
    heldElsewhere: await readHeldElsewhere(
      waiting.map(({ userId }) => userId),
      _id,
      services,
    ),
    maxAtAddress: services.environment.HOLDS_PER_ADDRESS,
  };
}

/** What accounts hold in classes other than this one, offers included, by account (24 hexadecimal digits). */
export async function readHeldElsewhere(
  userIds: ObjectId[],
  classId: ClassDocument['_id'],
  { database, now }: Services,
): Promise<Map<string, Holding[]>> {
  const held = new Map<string, Holding[]>();
  if (userIds.length === 0) return held;
  const elsewhere = { 'seats.userId': { $in: userIds }, _id: { $ne: classId } };
  const at = now();
  const isOpen = ({ userId, heldUntil }: HeldSeat) =>
    userIds.some((id) => id.equals(userId)) && heldUntil > at;
  const holds = listHolds(await listClasses(database.collections, elsewhere), isOpen);
  for (const { campClass, seat } of holds) {
    const { camp_start, camp_end, days } = campClass;
    const id = seat.userId.toHexString();
    held.set(id, [...(held.get(id) ?? []), { childId: seat.childId, camp_start, camp_end, days }]);
  }
  return held;
}
