import type { ObjectId } from 'mongodb';
import type { AuditDocument, ClassDocument } from '../database/collections.ts';
import type { Services } from '../services.ts';
import {
  archiveClass,
  type ClassChanges,
  fitsIn,
  insertClass,
  insertClasses,
  openDraft,
  type OpenedClass,
  pushMessage,
  updateManagedClass,
} from './class-seats.repo.ts';

export type { ClassChanges, OpenedClass };

/** Adds a class or a draft. @throws {MongoServerError} 11000 if the tag is taken or the instructor has a class */
export async function storeClass(campClass: ClassDocument, { database }: Services): Promise<void> {
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
 * Changes an open class or a draft, if nobody has changed it since the admin opened it and the taken seats still fit.
 * @returns whether it was changed
 * @throws {MongoServerError} 11000 if the tag is taken or the instructor has a class
 */
export async function changeClass(
  id: ObjectId,
  opened: OpenedClass,
  changes: ClassChanges,
  act: AuditDocument,
  { database }: Services,
): Promise<boolean> {
  return updateManagedClass(database.collections, id, opened, changes, act);
}

/** Whether the class would have at most MAX_SEATS seats if `sit` of them were free. */
export async function fitsTakenSeats(
  id: ObjectId,
  sit: number,
  { database }: Services,
): Promise<boolean> {
  return fitsIn(database.collections, id, sit);
}

/** Opens a draft, unless an admin has changed it since. @returns whether it was opened */
export async function publishDraft(
  draft: Pick<ClassDocument, '_id' | 'revision'>,
  act: AuditDocument,
  { database }: Services,
): Promise<boolean> {
  return openDraft(database.collections, draft, act);
}

/**
 * Closes a class or a draft that has no instructor, and drops its held seats.
 * @returns the class as it was, or null if it is archived or has an instructor
 */
export async function closeClass(
  id: ObjectId,
  act: AuditDocument,
  { database }: Services,
): Promise<ClassDocument | null> {
  return archiveClass(database.collections, id, act);
}

/**
 * Adds a message for the students of a class to its acts.
 * @param instructor the email of the instructor who writes; only if they teach the class now
 * @returns whether there is such a class with an enrolled student
 */
export async function addMessage(
  id: ObjectId,
  instructor: string | undefined,
  act: AuditDocument,
  { database }: Services,
): Promise<boolean> {
  return pushMessage(database.collections, id, instructor, act);
}
