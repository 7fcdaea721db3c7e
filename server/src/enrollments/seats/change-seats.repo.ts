import type { ObjectId } from 'mongodb';
import { updateClass } from '../../database/class-store.ts';
import type { AuditDocument, ClassDocument, Collections } from '../../database/collections.ts';

/** Reads a class with all its seats, and writes it if nothing has changed since. */
type Classes = Pick<Collections, 'classes'>;

/** A class with its seats and its waiting list. */
export type SeatedClass = Omit<ClassDocument, 'unfiledActs'>;

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
  collections: Classes,
  read: SeatedClass,
  set: Partial<SeatedClass>,
  act: AuditDocument | undefined,
): Promise<boolean> {
  return updateClass(
    collections,
    { _id: read._id, version: read.version },
    { $set: set, ...(act && { $push: { unfiledActs: act } }) },
  );
}
