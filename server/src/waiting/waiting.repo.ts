import type { Filter, ObjectId } from 'mongodb';
import type { ClassDocument, Collections } from '../database/collections.ts';

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

/** How many people wait in open classes, and how many asked for a seat and did not enroll by the list. */
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
