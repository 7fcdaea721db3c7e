import { type Filter, ObjectId } from 'mongodb';
import { findClass, listClassPage } from '../database/class-store.ts';
import type { ClassDocument, Collections } from '../database/collections.ts';
import type { ListRequest, Page } from '../database/lists.ts';
import { type Days, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { matchClass, matchSeason } from './class-filters.ts';

/** Open classes and drafts, as admins manage them. */
type Classes = Pick<Collections, 'classes'>;

export const IS_MANAGED: Filter<ClassDocument> = { status: { $in: ['open', 'draft'] } };

/** Limits the admins' list of classes. `from` and `to` (yyyy-mm-dd): only those that meet on these days. */
export type ManagedFilter = Days & {
  id?: string | undefined;
  search?: string | undefined;
  status?: 'open' | 'draft' | undefined;
  season?: string | undefined;
  room?: number | undefined;
};

/** Open classes and drafts, by start day by default. */
export async function listManagedClasses(
  { id, search, status, season, room, from, to, ...request }: ListRequest & ManagedFilter,
  services: Services,
): Promise<Page<ClassDocument>> {
  const all = [
    ...(season ? [matchSeason(season, readToday(services))] : []),
    ...(search ? [await matchClass(search, services)] : []),
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
  return listClassPage(services.database.collections, filter, request);
}

/** An open class or a draft. */
export async function findManagedClass(
  collections: Classes,
  id: ObjectId,
): Promise<ClassDocument | null> {
  return findClass(collections, { _id: id, ...IS_MANAGED });
}
