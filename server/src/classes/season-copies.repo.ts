import type { ObjectId } from 'mongodb';
import type { ClassDocument, Collections } from '../database/collections.ts';

type Classes = Pick<Collections, 'classes'>;

const MANAGED: ClassDocument['status'][] = ['open', 'draft'];

type Copy = Pick<ClassDocument, '_id' | 'name' | 'camp_start'>;

/** Classes with one of these ids, whatever their status, and open ones and drafts that start on one of these days. */
export async function findCopies(
  { classes }: Classes,
  { ids, firstDays }: { ids: ObjectId[]; firstDays: string[] },
): Promise<Copy[]> {
  const projection = { name: 1, camp_start: 1 };
  const isOnDay = { status: { $in: MANAGED }, camp_start: { $in: firstDays } };
  const found = await Promise.all(
    [{ _id: { $in: ids } }, isOnDay].map((filter) =>
      classes.find<Copy>(filter, { projection }).sort({ _id: 1 }).toArray(),
    ),
  );
  return found.flat();
}

/** Deletes those drafts that nobody has changed since they were made. @returns how many */
export async function dropUnchangedDrafts({ classes }: Classes, ids: ObjectId[]): Promise<number> {
  const isUnchanged = { status: 'draft' as const, revision: 0, unfiledActs: [] };
  const { deletedCount } = await classes.deleteMany({ _id: { $in: ids }, ...isUnchanged });
  return deletedCount;
}
