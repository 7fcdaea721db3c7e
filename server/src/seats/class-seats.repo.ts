import { FIRST_ENTRY_NUMBER, MAX_SEATS } from '@speakifyr/contract/limits.ts';
import type { Filter, ObjectId } from 'mongodb';
import type { AuditDocument, ClassDocument, Collections } from '../database/collections.ts';

/**
 * The number of seats of a class: adds, changes, publishes and closes classes. As in seats.repo.ts, every change is one
 * atomic update of one class.
 */
type Classes = Pick<Collections, 'classes'>;

/** @throws {MongoServerError} 11000 if the tag is taken or the instructor has a class */
export async function insertClass({ classes }: Classes, campClass: ClassDocument): Promise<void> {
  await classes.insertOne(campClass);
}

/**
 * Adds classes with their seats.
 * @throws {MongoBulkWriteError} 11000 if some of them exist already; all others are added
 */
export async function insertClasses(
  { classes }: Classes,
  campClasses: ClassDocument[],
): Promise<void> {
  await classes.insertMany(campClasses, { ordered: false });
}

/** What the admin saw when they opened the form. */
export type OpenedClass = {
  sit: number;
  revision: number;
  course_tag: string;
  /** If given, nobody may have enrolled since: each enrollment raises this number. */
  nextEntryNumber: number | undefined;
};

/** What an admin can change. `sit` is how many seats are free. */
export type ClassChanges = Partial<Omit<ClassDocument, 'seats'>> & {
  sit: number;
  course_tag: string;
};

/**
 * Changes an open class or a draft if all of this is true: as many seats are free as when the form was opened; nobody
 * else has changed it since; the taken seats still fit; if the tag changes, no entry code has the old one; if it gets
 * an instructor, it is open and has none yet; and nobody has enrolled, if that matters. The filter checks all of this,
 * so no other change can come in between.
 * @returns whether it was changed
 * @throws {MongoServerError} 11000 if the tag is taken or the instructor has a class
 */
export async function updateManagedClass(
  { classes }: Classes,
  id: ObjectId,
  opened: OpenedClass,
  changes: ClassChanges,
  act: AuditDocument,
): Promise<boolean> {
  const { matchedCount } = await classes.updateOne(
    {
      _id: id,
      status: changes.instructor ? 'open' : { $in: ['open', 'draft'] },
      sit: opened.sit,
      revision: opened.revision,
      ...hasRoomFor(changes.sit),
      ...(opened.nextEntryNumber !== undefined && { nextEntryNumber: opened.nextEntryNumber }),
      ...(changes.course_tag !== opened.course_tag && { nextEntryNumber: FIRST_ENTRY_NUMBER }),
      ...(changes.instructor && { instructor: null }),
    },
    { $set: changes, $inc: { revision: 1 }, $push: { unfiledActs: act } },
  );
  return matchedCount === 1;
}

/** Whether a class would have at most MAX_SEATS if `sit` more than the taken seats were free. */
export async function fitsIn({ classes }: Classes, id: ObjectId, sit: number): Promise<boolean> {
  return (await classes.countDocuments({ _id: id, ...hasRoomFor(sit) })) === 1;
}

/** At most MAX_SEATS - sit seats are taken if the array has no element at that index. */
function hasRoomFor(sit: number): Filter<ClassDocument> {
  return { [`seats.${MAX_SEATS - sit}`]: { $exists: false } };
}

/** Opens a draft, unless an admin has changed it since. @returns whether it was opened */
export async function openDraft(
  { classes }: Classes,
  { _id, revision }: Pick<ClassDocument, '_id' | 'revision'>,
  act: AuditDocument,
): Promise<boolean> {
  const { matchedCount } = await classes.updateOne(
    { _id, status: 'draft', revision },
    { $set: { status: 'open' }, $inc: { revision: 1 }, $push: { unfiledActs: act } },
  );
  return matchedCount === 1;
}

/**
 * Closes a class or a draft that has no instructor, and drops its held seats, in one update.
 * @returns the class as it was, or null if it is archived or has an instructor
 */
export async function archiveClass(
  { classes }: Classes,
  id: ObjectId,
  act: AuditDocument,
): Promise<ClassDocument | null> {
  return classes.findOneAndUpdate(
    { _id: id, status: { $in: ['open', 'draft'] }, instructor: null },
    {
      $set: { status: 'archived' },
      $pull: { seats: { state: 'held' } },
      $push: { unfiledActs: act },
    },
    { returnDocument: 'before' },
  );
}

/**
 * Adds a message for the students of a class to its acts, and changes nothing else.
 * @param instructor if given, only if they teach the class now
 * @returns whether there is such a class with an enrolled student; a draft has none
 */
export async function pushMessage(
  { classes }: Classes,
  id: ObjectId,
  instructor: string | undefined,
  act: AuditDocument,
): Promise<boolean> {
  const { matchedCount } = await classes.updateOne(
    {
      _id: id,
      'seats.state': 'enrolled',
      ...(instructor !== undefined && { 'instructor.email': instructor }),
    },
    { $push: { unfiledActs: act } },
  );
  return matchedCount === 1;
}
