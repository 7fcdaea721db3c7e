import { ObjectId } from 'mongodb';
import { listClasses, listClassesOfAny } from '../../database/class-store.ts';
import type { ClassDocument, Collections } from '../../database/collections.ts';

/** Finds classes by who waits for their seats. */
type Classes = Pick<Collections, 'classes'>;

/** The classes where an account waits, or holds a seat. */
export async function listClassesOf(
  collections: Classes,
  userId: ObjectId,
): Promise<ClassDocument[]> {
  return listClassesOfAny(collections, [{ 'seats.userId': userId }, { 'waiting.userId': userId }]);
}

/** Matches classes whose waiting list is not empty. Any id is after this one, so the index finds them. */
export const HAS_WAITING = { 'waiting.userId': { $gt: new ObjectId('0'.repeat(24)) } };

/** The classes whose waiting list is not empty. */
export async function listClassesWithList(collections: Classes): Promise<ClassDocument[]> {
  return listClasses(collections, HAS_WAITING);
}

/** The classes with seats that are offered to people who waited. */
export async function listOfferingClasses(collections: Classes): Promise<ClassDocument[]> {
  return listClasses(collections, { 'seats.offer.offeredAt': { $exists: true } });
}

/**
 * When the email about an offered seat was sent: `never` if it won't be anymore, null if it still waits. The email is
 * named after the first seat of the offer, which may have been given back since.
 */
export async function findSentAt(
  { outbox }: Pick<Collections, 'outbox'>,
  waitId: ObjectId,
  seatId: ObjectId,
): Promise<Date | 'never' | null> {
  const id = waitId.toHexString();
  const line = await outbox.findOne(
    // A period comes next after a hyphen.
    { _id: { $gte: `offer-${id}-`, $lt: `offer-${id}.` }, 'cause.seatIds': seatId },
    { projection: { state: 1, sentAt: 1 } },
  );
  if (!line || line.state === 'queued' || line.state === 'sending') return null;
  return line.sentAt ?? 'never';
}
