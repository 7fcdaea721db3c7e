import type { Filter, UpdateFilter } from 'mongodb';
import type { ClassDocument, Collections } from './collections.ts';

/**
 * Writes classes. No other file does (eslint.config.js), so every change of a class raises its version. Whoever decides
 * by a class that they read names its version in the filter: `writeSeatedClass` in enrollments/seats/change-seats.repo.ts.
 * An act that moves to the audit log is no such change: audit/audit.repo.ts.
 */
type Classes = Pick<Collections, 'classes'>;

type ClassUpdate = UpdateFilter<ClassDocument>;

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

/**
 * Changes one class.
 * @returns whether there is one for this filter
 * @throws {MongoServerError} 11000 if the tag is taken
 */
export async function updateClass(
  { classes }: Classes,
  filter: Filter<ClassDocument>,
  update: ClassUpdate,
): Promise<boolean> {
  const { matchedCount } = await classes.updateOne(filter, raiseVersion(update));
  return matchedCount === 1;
}

/** Changes all classes for a filter. @returns whether there are any */
export async function updateClasses(
  { classes }: Classes,
  filter: Filter<ClassDocument>,
  update: ClassUpdate,
): Promise<boolean> {
  const { matchedCount } = await classes.updateMany(filter, raiseVersion(update));
  return matchedCount > 0;
}

/** @returns how many were deleted */
export async function deleteClasses(
  { classes }: Classes,
  filter: Filter<ClassDocument>,
): Promise<number> {
  const { deletedCount } = await classes.deleteMany(filter);
  return deletedCount;
}

function raiseVersion(update: ClassUpdate): ClassUpdate {
  return { ...update, $inc: { ...update.$inc, version: 1 } };
}
