import type { ObjectId } from 'mongodb';
import { updateClass } from '../../database/class-store.ts';
import type { AuditDocument, ClassDocument, Collections } from '../../database/collections.ts';

/**
 * Publishes classes, and adds messages to them. Every change is one atomic update of one class. What changes
 * the number of seats is in class-seats.ts.
 */
type Classes = Pick<Collections, 'classes'>;

/** Opens a draft, unless an admin has changed it since. @returns whether it was opened */
export async function openDraft(
  collections: Classes,
  { _id, revision }: Pick<ClassDocument, '_id' | 'revision'>,
  act: AuditDocument,
): Promise<boolean> {
  return updateClass(
    collections,
    { _id, status: 'draft', revision },
    { $set: { status: 'open' }, $inc: { revision: 1 }, $push: { unfiledActs: act } },
  );
}

/**
 * Adds a message for the students of a class to its acts, and changes nothing else.
 * @param instructor if given, only if they teach the class now
 * @returns whether there is such a class
 */
export async function pushMessage(
  collections: Classes,
  id: ObjectId,
  instructor: string | undefined,
  act: AuditDocument,
): Promise<boolean> {
  return updateClass(
    collections,
    {
      _id: id,
      ...(instructor !== undefined && { 'instructor.email': instructor }),
    },
    { $push: { unfiledActs: act } },
  );
}
