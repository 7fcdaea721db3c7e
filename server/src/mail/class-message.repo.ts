import type { ObjectId } from 'mongodb';
import type { ClassDocument, Collections, UserDocument } from '../database/collections.ts';

/** Reads who gets a message to a class. */

type ClassToWriteTo = Pick<ClassDocument, '_id' | 'name' | 'instructor' | 'seats'>;

/** A class with any status but draft. */
export async function findClassToWriteTo(
  { classes }: Pick<Collections, 'classes'>,
  id: ObjectId,
): Promise<ClassToWriteTo | null> {
  return classes.findOne<ClassToWriteTo>(
    { _id: id, status: { $ne: 'draft' } },
    { projection: { name: 1, instructor: 1, seats: 1 } },
  );
}

/** Users with these addresses. Removed ones too: they paid for their seats. */
export async function listReachable(
  { users }: Pick<Collections, 'users'>,
  emails: string[],
): Promise<UserDocument[]> {
  return users.find({ email: { $in: emails }, status: { $in: ['active', 'removed'] } }).toArray();
}
