import type { Filter, ObjectId } from 'mongodb';
import type { AuditDocument, ClassDocument, Collections } from '../../database/collections.ts';

/** Reads a class with all its seats, and writes it if nothing has changed that decides about seats. */
type Classes = Pick<Collections, 'classes'>;

/** A class with its seats and its waiting list. */
export type SeatedClass = Omit<ClassDocument, 'unfiledActs'>;

/**
 * Whatever a change of seats is decided by. If one of these differs from what was read, the change is not made. So no
 * other change can come in between.
 */
const DECISIVE = [
  'status',
  'camp_start',
  'camp_end',
  'price',
  'course_tag',
  'instructor',
  'revision',
  'sit',
  'seats',
  'nextEntryNumber',
  'refusedItems',
  'waiting',
  'demand',
  'passedOn',
] as const satisfies (keyof SeatedClass)[];

/** A class with any status. */
export async function findSeatedClass(
  { classes }: Classes,
  id: ObjectId,
): Promise<SeatedClass | null> {
  return classes.findOne<SeatedClass>({ _id: id }, { projection: { unfiledActs: 0 } });
}

/**
 * Writes new values of a class that is still as it was read.
 * @param read the class as it was read
 * @param act is added for the audit log
 * @returns whether it was written
 * @throws {MongoServerError} 11000 if the tag is taken
 */
export async function writeSeatedClass(
  { classes }: Classes,
  read: SeatedClass,
  set: Partial<SeatedClass>,
  act: AuditDocument | undefined,
): Promise<boolean> {
  // null also finds a class without the field.
  const same = Object.fromEntries(DECISIVE.map((field) => [field, read[field] ?? null]));
  const { matchedCount } = await classes.updateOne(
    { _id: read._id, ...(same as Filter<ClassDocument>) },
    { $set: set, ...(act && { $push: { unfiledActs: act } }) },
  );
  return matchedCount === 1;
}
