import type { ObjectId } from 'mongodb';
import { listClasses, listClassesOfAny } from '../../database/class-store.ts';
import type { ClassDocument, Collections } from '../../database/collections.ts';

/** Finds classes by who waits for their seats. */
type Classes = Pick<Collections, 'classes'>;

/** The classes where an account waits, or holds a seat. */
export async function listClassesOf(collections: Classes, email: string): Promise<ClassDocument[]> {
  return listClassesOfAny(collections, [{ 'seats.email': email }, { 'waiting.email': email }]);
}

/** The classes whose waiting list is not empty. */
export async function listClassesWithList(collections: Classes): Promise<ClassDocument[]> {
  return listClasses(collections, { 'waiting.email': { $gte: '' } });
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
