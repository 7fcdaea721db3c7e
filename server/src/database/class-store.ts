import type { Filter, ObjectId, Sort, UpdateFilter } from 'mongodb';
import type { ClassDocument } from './class-document.ts';
import type { Collections } from './collections.ts';
import { dropDoubles } from './drop-doubles.ts';
import { ALL_AT_ONCE, findPage, type ListRequest, type Page } from './lists.ts';

/**
 * The only store of classes: no other file reads or writes them, except the few that eslint.config.js names. A class is
 * read whole, with its seats (at most MAX_SEATS) and its waiting list. seats/find-seat.ts finds a seat in
 * it. Every write raises the version. Code that decides by a class it read puts its version in the filter:
 * `changeSeats` in seats/change-seats.ts. Moving an event to the audit log doesn't raise it:
 * events/events.repo.ts.
 */
type Classes = Pick<Collections, 'classes'>;

type ClassUpdate = UpdateFilter<ClassDocument>;

/** The first class that matches a filter, whatever its status. */
export async function findClass(
  { classes }: Classes,
  filter: Filter<ClassDocument>,
): Promise<ClassDocument | null> {
  return classes.findOne(filter);
}

/** @param options.sort by default, the order is that of the index that finds them */
export async function listClasses(
  { classes }: Classes,
  filter: Filter<ClassDocument>,
  options: { sort?: Sort; limit?: number } = {},
): Promise<ClassDocument[]> {
  return classes.find(filter, options).toArray();
}

/** The classes that match any of these filters, each once. One read per filter, because each has its own index. */
export async function listClassesOfAny(
  collections: Classes,
  filters: Filter<ClassDocument>[],
): Promise<ClassDocument[]> {
  const found = await Promise.all(filters.map((filter) => listClasses(collections, filter)));
  return dropDoubles(found.flat());
}

/** Of its seats, only those for which something is due. So it is for lists, and no change is decided by it. */
export type OwingClass = Pick<
  ClassDocument,
  '_id' | 'version' | 'name' | 'camp_start' | 'camp_end' | 'canceled' | 'seats'
>;

/** As `listClassesOfAny`, but little of each class: most seats owe nothing. R355 */
export async function listOwingClasses(
  { classes }: Classes,
  filters: Filter<ClassDocument>[],
): Promise<OwingClass[]> {
  const isDue = (field: string) => ({ $gt: [`$$seat.${field}`, ''] });
  const cond = { $cond: [isDue('plan.due'), true, isDue('coPay.plan.due')] };
  const shown = {
    ...{ version: 1, name: 1, camp_start: 1, camp_end: 1, canceled: 1 },
    seats: { $filter: { input: '$seats', as: 'seat', cond } },
  };
  const read = (filter: Filter<ClassDocument>) =>
    classes.aggregate<OwingClass>([{ $match: filter }, { $project: shown }]).toArray();
  const found = await Promise.all(filters.map(read));
  return dropDoubles(found.flat());
}

/** The versions of the classes that match any of these filters, by id (24 hexadecimal digits). */
export async function listVersions(
  { classes }: Classes,
  filters: Filter<ClassDocument>[],
): Promise<Map<string, number>> {
  const options = { projection: { version: 1 }, batchSize: ALL_AT_ONCE };
  const found = await Promise.all(filters.map((filter) => classes.find(filter, options).toArray()));
  return new Map(found.flat().map(({ _id, version }) => [_id.toHexString(), version]));
}

/** The names of classes by id (24 hexadecimal digits). Only names: a ledger names hundreds of classes. */
export async function findClassNames(
  { classes }: Classes,
  ids: ObjectId[],
): Promise<Map<string, string>> {
  const found = await classes.find({ _id: { $in: ids } }, { projection: { name: 1 } }).toArray();
  return new Map(found.map(({ _id, name }) => [_id.toHexString(), name]));
}

/** The days and the names of classes by id (24 hexadecimal digits), without their seats. */
export async function findCampDays(
  { classes }: Classes,
  ids: ObjectId[],
): Promise<Map<string, Pick<ClassDocument, 'name' | 'camp_start' | 'camp_end' | 'days'>>> {
  const projection = { name: 1, camp_start: 1, camp_end: 1, days: 1 };
  const found = await classes.find({ _id: { $in: ids } }, { projection }).toArray();
  return new Map(found.map((one) => [one._id.toHexString(), one]));
}

/** By their first day. */
export const BY_START = { camp_start: 1, _id: 1 } as const;

/** A page of a list, by start day by default. */
export async function listClassPage(
  { classes }: Classes,
  filter: Filter<ClassDocument>,
  request: ListRequest,
): Promise<Page<ClassDocument>> {
  return findPage(classes, filter, request, 'camp_start');
}

export async function countClasses(
  { classes }: Classes,
  filter: Filter<ClassDocument>,
): Promise<number> {
  return classes.countDocuments(filter);
}

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
 * Changes one class. R315
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
