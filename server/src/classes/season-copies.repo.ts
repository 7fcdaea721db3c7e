import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';

type Classes = Pick<Collections, 'classes'>;

/** Those of the ids that a class with any status has. */
export async function findIds({ classes }: Classes, ids: ObjectId[]): Promise<ObjectId[]> {
  const found = await classes.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id);
}

/** Deletes those drafts that nobody has changed since they were made. @returns how many */
export async function dropUnchangedDrafts({ classes }: Classes, ids: ObjectId[]): Promise<number> {
  const isUnchanged = { status: 'draft' as const, revision: 0, unfiledActs: [] };
  const { deletedCount } = await classes.deleteMany({ _id: { $in: ids }, ...isUnchanged });
  return deletedCount;
}
