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

/** Adds the classes of the demo school. @throws {MongoBulkWriteError} 11000 if one of them exists; the others are in */
export async function openDemoClasses(
  campClasses: ClassDocument[],
  { database }: Services,
): Promise<void> {
  await insertClasses(database.collections, campClasses);
}

/**
 * Changes an open class, if it is still as the admin saw it and the change fits its taken seats.
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

/** Whether `sit` free seats beside the taken ones are not too many. */
export async function fitsTakenSeats(
  id: ObjectId,
  sit: number,
  { database }: Services,
): Promise<boolean> {
  return fitsIn(database.collections, id, sit);
}

/**
 * Closes a class without an instructor and gives up its held seats.
 * @returns the class as it was, or null if it is not open or has an instructor
 */
export async function closeClass(
  id: ObjectId,
  act: AuditDocument,
  { database }: Services,
): Promise<ClassDocument | null> {
  return archiveClass(database.collections, id, act);
}
