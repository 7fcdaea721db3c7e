import type { ObjectId } from 'mongodb';
import type { AuditDocument, ClassDocument, Collections } from '../../database/collections.ts';

/**
 * Adds and publishes classes, and adds messages to them. Every change is one atomic update of one class. What changes
 * the number of seats is in class-seats.ts.
 */
type Classes = Pick<Collections, 'classes'>;

/** @throws {MongoServerError} 11000 if the tag is taken */
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
 * Adds a message for the students of a class to its acts, and changes nothing else.
 * @param instructor if given, only if they teach the class now
 * @returns whether there is such a class
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
      ...(instructor !== undefined && { 'instructor.email': instructor }),
    },
    { $push: { unfiledActs: act } },
  );
  return matchedCount === 1;
}
