import type { ObjectId } from 'mongodb';
import type { ClassDocument, Collections } from '../../database/collections.ts';

/** Reads classes with all their seats, to find the people who must hear of something. */
type Classes = Pick<Collections, 'classes'>;

/** What decides who gets an email about a class. */
export type ClassWithPeople = Pick<
  ClassDocument,
  '_id' | 'name' | 'status' | 'camp_start' | 'camp_end' | 'instructor' | 'seats'
>;

export type ClassWithWaiting = ClassWithPeople & Pick<ClassDocument, 'waiting'>;

const WITH_PEOPLE = {
  name: 1,
  status: 1,
  camp_start: 1,
  camp_end: 1,
  instructor: 1,
  seats: 1,
} as const;

/** A class with any status. */
export async function findClassWithPeople(
  { classes }: Classes,
  id: ObjectId,
): Promise<ClassWithPeople | null> {
  return classes.findOne<ClassWithPeople>({ _id: id }, { projection: WITH_PEOPLE });
}

/** Some classes with any status, with their waiting lists. */
export async function listClassesWithWaiting(
  { classes }: Classes,
  ids: ObjectId[],
): Promise<ClassWithWaiting[]> {
  return classes
    .find<ClassWithWaiting>({ _id: { $in: ids } }, { projection: { ...WITH_PEOPLE, waiting: 1 } })
    .sort({ camp_start: 1, _id: 1 })
    .toArray();
}

/** The class with any status where somebody has this entry code. */
export async function findClassWithCode(
  { classes }: Classes,
  code: string,
): Promise<ClassWithPeople | null> {
  return classes.findOne<ClassWithPeople>(
    { 'seats.entry_code': code },
    { projection: WITH_PEOPLE },
  );
}

/** Open classes that start on one of these days (yyyy-mm-dd). */
export async function listClassesStartingOn(
  { classes }: Classes,
  days: string[],
): Promise<ClassWithPeople[]> {
  return classes
    .find<ClassWithPeople>(
      { status: 'open', camp_start: { $in: days } },
      { projection: WITH_PEOPLE },
    )
    .toArray();
}

/** Open classes that end on this day (yyyy-mm-dd) or later, by their first day: an email lists them in this order. */
export async function listClassesEndingFrom(
  { classes }: Classes,
  day: string,
): Promise<ClassWithPeople[]> {
  return classes
    .find<ClassWithPeople>({ status: 'open', camp_end: { $gte: day } }, { projection: WITH_PEOPLE })
    .sort({ camp_start: 1, _id: 1 })
    .toArray();
}

/** Classes with a hold that ends after `from`, but not after `until`. They may have other holds too. */
export async function listClassesWithHoldsEnding(
  { classes }: Classes,
  from: Date,
  until: Date,
): Promise<ClassWithPeople[]> {
  return classes
    .find<ClassWithPeople>(
      { seats: { $elemMatch: { heldUntil: { $gt: from, $lte: until } } } },
      { projection: WITH_PEOPLE },
    )
    .toArray();
}

/** The last day (yyyy-mm-dd) of the classes in which a child has a seat, or null. */
export async function findLastDay({ classes }: Classes, childId: ObjectId): Promise<string | null> {
  const [last] = await classes
    .find({ 'seats.childId': childId }, { projection: { camp_end: 1 } })
    .sort({ camp_end: -1 })
    .limit(1)
    .toArray();
  return last?.camp_end ?? null;
}
