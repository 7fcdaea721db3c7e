import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { ObjectId } from 'mongodb';
import { listClasses, listClassesOfAny } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { Collections } from '../database/collections.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';

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
 * When the email about an offered seat was sent: `never` if it won't be sent anymore, null if it still waits. The email
 * is named after the first seat of the offer, which may have been given back since. If the family has no mailbox, the
 * email that asks the office to call counts.
 */
export async function findSentAt(
  { outbox }: Pick<Collections, 'outbox'>,
  waitId: ObjectId,
  seatId: ObjectId,
): Promise<Date | 'never' | null> {
  const id = waitId.toHexString();
  const lines = await outbox
    .find({
      // A period sorts right after a hyphen.
      $or: ['offer', 'calloffer'].map((name) => ({
        _id: { $gte: `${name}-${id}-`, $lt: `${name}-${id}.` },
      })),
      'cause.seatIds': seatId,
    })
    .project<Pick<OutboxDocument, 'cause' | 'to' | 'state' | 'sentAt'>>({
      cause: 1,
      to: 1,
      state: 1,
      sentAt: 1,
    })
    .toArray();
  // A family without an email address knows nothing before the office does.
  const own = lines.filter(
    ({ cause, to }) => cause.kind === 'seat offered' && hasMailbox(to.address),
  );
  const told = own.length > 0 ? own : lines.filter(({ cause }) => cause.kind === 'call family');
  const [sentAt] = told
    .flatMap((line) => line.sentAt ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime());
  if (sentAt) return sentAt;
  const isWaiting = told.some(({ state }) => state === 'queued' || state === 'sending');
  return isWaiting || told.length === 0 ? null : 'never';
}
