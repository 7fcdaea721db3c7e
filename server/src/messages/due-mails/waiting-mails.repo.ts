import type { ObjectId } from 'mongodb';
import { updateClass } from '../../database/class-store.ts';
import type { ClassDocument, Collections } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';

/** Reads which people on waiting lists must hear of something. */
type Classes = Pick<Collections, 'classes'>;

export type WaitedClass = Pick<
  ClassDocument,
  '_id' | 'status' | 'camp_start' | 'camp_end' | 'sit' | 'seats' | 'waiting' | 'closedWaiting'
>;

const FIELDS = {
  status: 1,
  camp_start: 1,
  camp_end: 1,
  sit: 1,
  seats: 1,
  waiting: 1,
  closedWaiting: 1,
} as const;

/** Classes for which somebody waits. */
export async function listWaitedClasses({ classes }: Classes): Promise<WaitedClass[]> {
  return classes
    .find<WaitedClass>({ 'waiting.email': { $gt: '' } }, { projection: FIELDS })
    .toArray();
}

/** Classes with seats that are offered to people who waited. */
export async function listOfferingClasses({ classes }: Classes): Promise<WaitedClass[]> {
  return classes
    .find<WaitedClass>({ 'seats.offer.offeredAt': { $exists: true } }, { projection: FIELDS })
    .toArray();
}

/** Classes with entries that have ended, while somebody may not have heard of it. */
export async function listClosedLists({ classes }: Classes): Promise<WaitedClass[]> {
  return classes
    .find<WaitedClass>({ 'closedWaiting.waitId': { $exists: true } }, { projection: FIELDS })
    .toArray();
}

/** The emails about it are in the outbox. A list that was closed again since it was read keeps its mark. */
export async function forgetClosedLists(
  collections: Classes,
  closed: Pick<WaitedClass, '_id' | 'closedWaiting'>[],
): Promise<void> {
  for (const { _id, closedWaiting } of closed) {
    const asRead = { _id, ...(closedWaiting && { closedWaiting }) };
    await updateClass(collections, asRead, { $unset: { closedWaiting: true } });
  }
}

/** The lines of the outbox with offers to these entries of waiting lists. */
export async function listOfferLines(
  { outbox }: Pick<Collections, 'outbox'>,
  waitIds: ObjectId[],
): Promise<{ cause: CauseOf<'seat offered'> }[]> {
  const ids = [...new Set(waitIds.map((id) => id.toHexString()))];
  if (ids.length === 0) return [];
  return outbox
    .find<{ cause: CauseOf<'seat offered'> }>(
      // A period comes next after a hyphen.
      { $or: ids.map((id) => ({ _id: { $gte: `offer-${id}-`, $lt: `offer-${id}.` } })) },
      { projection: { cause: 1 } },
    )
    .toArray();
}
