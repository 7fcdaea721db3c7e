import type { Filter, ObjectId } from 'mongodb';
import type { ClassDocument, Collections } from '../../database/collections.ts';

/** Reads classes with their waiting lists. Only seats/ changes them. */
type Classes = Pick<Collections, 'classes'>;

/** A class with the parts that its waiting list is about. */
export type ClassWithWaiting = Pick<
  ClassDocument,
  | '_id'
  | 'name'
  | 'image'
  | 'price'
  | 'camp_start'
  | 'camp_end'
  | 'status'
  | 'sit'
  | 'seats'
  | 'waiting'
  | 'demand'
>;

const WITH_WAITING = {
  name: 1,
  image: 1,
  price: 1,
  camp_start: 1,
  camp_end: 1,
  status: 1,
  sit: 1,
  seats: 1,
  waiting: 1,
  demand: 1,
} as const;

/** A class with any status. */
export async function findClassWithWaiting(
  { classes }: Classes,
  id: ObjectId,
): Promise<ClassWithWaiting | null> {
  return classes.findOne<ClassWithWaiting>({ _id: id }, { projection: WITH_WAITING });
}

/** The classes where an account waits, or holds a seat. */
export async function listClassesOf(
  { classes }: Classes,
  email: string,
): Promise<ClassWithWaiting[]> {
  const find = (filter: Filter<ClassDocument>) =>
    classes.find<ClassWithWaiting>(filter, { projection: WITH_WAITING }).toArray();
  // Two reads, because each of them has its own index.
  const [waiting, seated] = await Promise.all([
    find({ 'waiting.email': email }),
    find({ 'seats.email': email }),
  ]);
  const byId = new Map([...seated, ...waiting].map((found) => [found._id.toHexString(), found]));
  return [...byId.values()];
}

/** The classes whose waiting list is not empty. */
export async function listClassesWithList({ classes }: Classes): Promise<ClassWithWaiting[]> {
  return classes
    .find<ClassWithWaiting>({ 'waiting.email': { $gte: '' } }, { projection: WITH_WAITING })
    .toArray();
}

/** The classes with a held seat: only those can have offers. */
export async function listClassesWithHolds({ classes }: Classes): Promise<ClassWithWaiting[]> {
  return classes
    .find<ClassWithWaiting>(
      { 'seats.heldUntil': { $gte: new Date(0) } },
      { projection: WITH_WAITING },
    )
    .toArray();
}

/** The classes with a seat that was kept until then, or until an earlier moment. */
export async function listClassesKeepingUntil({ classes }: Classes, at: Date): Promise<ObjectId[]> {
  const found = await classes
    .find({ 'waiting.kept.until': { $lte: at } }, { projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id);
}

/**
 * When the email about an offered seat was sent: `never` if it won't be anymore, null if it still waits. The email is
 * named after the first seat of the offer, which may have been given back since.
 */
export async function findSentAt(
  { outbox }: Pick<Collections, 'outbox'>,
  waitId: ObjectId,
  cartId: ObjectId,
): Promise<Date | 'never' | null> {
  const id = waitId.toHexString();
  const line = await outbox.findOne(
    // A period comes next after a hyphen.
    { _id: { $gte: `offer-${id}-`, $lt: `offer-${id}.` }, 'cause.cartIds': cartId },
    { projection: { state: 1, sentAt: 1 } },
  );
  if (!line || line.state === 'queued' || line.state === 'sending') return null;
  return line.sentAt ?? 'never';
}

/** How many people are on the waiting lists of open classes, and how many joined one and have not enrolled that way. */
export async function sumWaiting({ classes }: Classes): Promise<{ people: number; lost: number }> {
  const open = await classes
    .find({ status: 'open' }, { projection: { waiting: 1, demand: 1 } })
    .toArray();
  const entries = open.flatMap(({ waiting = [] }) => waiting);
  return {
    people: entries.reduce((sum, { people }) => sum + people.length, 0),
    lost: open.reduce((sum, { demand }) => sum + (demand ? demand.asked - demand.enrolled : 0), 0),
  };
}
