import { type Filter, ObjectId } from 'mongodb';
import { deleteClasses } from '../database/class-store.ts';
import type { ClassDocument, Collections } from '../database/collections.ts';
import { matchClass, matchSeason } from '../database/class-filters.ts';
import { findPage, type ListRequest, type Page } from '../database/lists.ts';
import type { Days } from '../school-time.ts';

/** Open classes and drafts, as admins manage them. */
type Classes = Pick<Collections, 'classes'>;

/** An open class or a draft with all its seats: at most MAX_SEATS. */
export type ManagedClass = Omit<ClassDocument, 'refusedItems' | 'unfiledActs'>;

const MANAGED = { refusedItems: 0, unfiledActs: 0 } as const;
const IS_MANAGED: Filter<ClassDocument> = { status: { $in: ['open', 'draft'] } };

/** Limits the admins' list of classes. `from` and `to` (yyyy-mm-dd): only those that meet on these days. */
export type ManagedFilter = Days & {
  id?: string | undefined;
  search?: string | undefined;
  status?: 'open' | 'draft' | undefined;
  season?: string | undefined;
  room?: number | undefined;
};

/** Open classes and drafts, by start day by default. @param today yyyy-mm-dd */
export async function listManagedClasses(
  { classes }: Classes,
  { id, search, status, season, room, from, to, ...request }: ListRequest & ManagedFilter,
  today: string,
): Promise<Page<ManagedClass>> {
  const all = [
    ...(season ? [matchSeason(season, today)] : []),
    ...(search ? [matchClass(search)] : []),
    ...(from ? [{ camp_end: { $gte: from } }] : []),
    ...(to ? [{ camp_start: { $lte: to } }] : []),
  ];
  const filter: Filter<ClassDocument> = {
    ...IS_MANAGED,
    ...(status && { status }),
    ...(id && { _id: new ObjectId(id) }),
    ...(room !== undefined && { assign_room: room }),
    ...(all.length > 0 && { $and: all }),
  };
  return findPage(classes, filter, request, 'camp_start', MANAGED);
}

/** An open class or a draft. */
export async function findManagedClass(
  { classes }: Classes,
  id: ObjectId,
): Promise<ManagedClass | null> {
  return classes.findOne<ManagedClass>({ _id: id, ...IS_MANAGED }, { projection: MANAGED });
}

type Copy = Pick<ClassDocument, '_id' | 'name' | 'camp_start'>;

/** Classes with one of these ids, whatever their status, and open ones and drafts that start on one of these days. */
export async function findCopies(
  { classes }: Classes,
  { ids, firstDays }: { ids: ObjectId[]; firstDays: string[] },
): Promise<Copy[]> {
  const projection = { name: 1, camp_start: 1 };
  const isOnDay = { ...IS_MANAGED, camp_start: { $in: firstDays } };
  const found = await Promise.all(
    [{ _id: { $in: ids } }, isOnDay].map((filter) =>
      classes.find<Copy>(filter, { projection }).sort({ _id: 1 }).toArray(),
    ),
  );
  return found.flat();
}

/** Deletes those drafts that nobody has changed since they were made. @returns how many */
export async function deleteUnchangedDrafts(
  collections: Classes,
  ids: ObjectId[],
): Promise<number> {
  const isUnchanged = { status: 'draft' as const, revision: 0, unfiledActs: [] };
  return deleteClasses(collections, { _id: { $in: ids }, ...isUnchanged });
}
