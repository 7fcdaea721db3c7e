import type { ObjectId } from 'mongodb';
import type { AuditDocument, ClassDocument } from '../database/collections.ts';
import type { Services } from '../services.ts';
import {
  archiveClass,
  type ClassChanges,
  fitsIn,
  insertClass,
  insertClasses,
  type OpenedClass,
  updateOpenClass,
} from './class-seats.repo.ts';

export type { ClassChanges, OpenedClass };

/** Adds a class. @throws {MongoServerError} 11000 if the tag is taken or the instructor has a class */
export async function openClass(campClass: ClassDocument, { database }: Services): Promise<void> {
  await insertClass(database.collections, campClass);
}

/**
 * Adds the classes of the demo school.
 * @throws {MongoBulkWriteError} 11000 if some of them exist already; all others are added
 */
export async function openDemoClasses(
  campClasses: ClassDocument[],
  { database }: Services,
): Promise<void> {
  await insertClasses(database.collections, campClasses);
}

/**
 * Changes an open class, if nobody has changed it since the admin opened it and the taken seats still fit.
 * @returns whether it was changed
 * @throws {MongoServerError} 11000 if the tag is taken or the instructor has a class
 */
export async function changeOpenClass(
  id: ObjectId,
  opened: OpenedClass,
  changes: ClassChanges,
  act: AuditDocument,
  { database }: Services,
): Promise<boolean> {
  return updateOpenClass(database.collections, id, opened, changes, act);
}

/** Whether the class would have at most MAX_SEATS seats if `sit` of them were free. */
export async function fitsTakenSeats(
  id: ObjectId,
  sit: number,
  { database }: Services,
): Promise<boolean> {
  return fitsIn(database.collections, id, sit);
}

/**
 * Closes a class that has no instructor and drops its held seats.
 * @returns the class as it was, or null if it is not open or has an instructor
 */
export async function closeClass(
  id: ObjectId,
  act: AuditDocument,
  { database }: Services,
): Promise<ClassDocument | null> {
  return archiveClass(database.collections, id, act);
}
