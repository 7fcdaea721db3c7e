import { FIRST_ENTRY_NUMBER, MAX_POPULAR_CLASSES, MAX_SEATS } from '@speakifyr/contract/limits.ts';
import type { Filter, ObjectId } from 'mongodb';
import type { ClassDocument, Collections } from '../database/collections.ts';
import { findPage, type ListRequest, matchText, type Page } from '../database/lists.ts';

type Classes = Pick<Collections, 'classes'>;

/** A class as the catalogue shows it: the names of those who sit in it stay inside. */
export type CatalogueClass = Omit<
  ClassDocument,
  'seats' | 'nextEntryNumber' | 'refusedPayments' | 'status'
>;

const CATALOGUE = { seats: 0, nextEntryNumber: 0, refusedPayments: 0, status: 0 } as const;

/** Which open classes are wanted; prices in whole currency units, the month as yyyy-mm. */
export type ClassSearch = ListRequest & {
  search?: string | undefined;
  free?: boolean | undefined;
  month?: string | undefined;
  min_price?: number | undefined;
  max_price?: number | undefined;
};

/** Open classes, by start day unless asked otherwise. */
export async function searchOpenClasses(
  { classes }: Classes,
  { search, free, month, min_price, max_price, ...request }: ClassSearch,
): Promise<Page<CatalogueClass>> {
  const filter: Filter<ClassDocument> = { status: 'open' };
  if (search) filter.$or = [{ name: matchText(search) }, { 'instructor.name': matchText(search) }];
  if (free) filter.sit = { $gt: 0 };
  // Days are texts yyyy-mm-dd: those of a month lie between its name and its name followed by a tilde.
  if (month) filter.camp_start = { $gte: month, $lt: `${month}~` };
  if (min_price !== undefined || max_price !== undefined)
    filter.price = {
      ...(min_price !== undefined && { $gte: min_price }),
      ...(max_price !== undefined && { $lte: max_price }),
    };
  return findPage(classes, filter, request, 'camp_start', CATALOGUE);
}

/** The dearest open classes, spec section 2. */
export async function listPopularClasses({ classes }: Classes): Promise<CatalogueClass[]> {
  return classes
    .find<CatalogueClass>({ status: 'open' }, { projection: CATALOGUE })
    .sort({ price: -1, _id: -1 })
    .limit(MAX_POPULAR_CLASSES)
    .toArray();
}

export async function findOpenClass(
  { classes }: Classes,
  id: ObjectId,
): Promise<CatalogueClass | null> {
  return classes.findOne<CatalogueClass>({ _id: id, status: 'open' }, { projection: CATALOGUE });
}

/** @throws {MongoServerError} 11000 if the tag is taken or the instructor has a class */
export async function insertClass({ classes }: Classes, campClass: ClassDocument): Promise<void> {
  await classes.insertOne(campClass);
}

/** What the admin saw when they opened the form. */
export type OpenedClass = { sit: number; revision: number; course_tag: string };

/**
 * Changes an open class, if as many seats are left as its form was opened with, if nobody else changed it since,
 * if those that are taken still fit in, if no entry code bears the tag that would be changed, and, where it gets
 * an instructor, if it has none: all in the filter, so that nothing can come between.
 * @returns whether it was changed
 * @throws {MongoServerError} 11000 if the tag is taken or the instructor has a class
 */
export async function updateOpenClass(
  { classes }: Classes,
  id: ObjectId,
  opened: OpenedClass,
  changes: Partial<CatalogueClass> & { sit: number; course_tag: string },
): Promise<boolean> {
  const { matchedCount } = await classes.updateOne(
    {
      _id: id,
      status: 'open',
      sit: opened.sit,
      revision: opened.revision,
      ...hasRoomFor(changes.sit),
      ...(changes.course_tag !== opened.course_tag && { nextEntryNumber: FIRST_ENTRY_NUMBER }),
      ...(changes.instructor && { instructor: null }),
    },
    { $set: changes, $inc: { revision: 1 } },
  );
  return matchedCount === 1;
}

/** Whether the seats that are taken and so many free ones are not too many for a class. */
export async function fitsIn({ classes }: Classes, id: ObjectId, sit: number): Promise<boolean> {
  return (await classes.countDocuments({ _id: id, ...hasRoomFor(sit) })) === 1;
}

/** There are at most MAX_SEATS - sit taken seats if the one after them is not there. */
function hasRoomFor(sit: number): Filter<ClassDocument> {
  return { [`seats.${MAX_SEATS - sit}`]: { $exists: false } };
}

/**
 * Closes a class that has no instructor and gives up its held seats, in one update.
 * @returns the class as it was, or null if it is not open or has an instructor
 */
export async function archiveClass(
  { classes }: Classes,
  id: ObjectId,
): Promise<ClassDocument | null> {
  return classes.findOneAndUpdate(
    { _id: id, status: 'open', instructor: null },
    { $set: { status: 'archived' }, $pull: { seats: { state: 'held' } } },
    { returnDocument: 'before' },
  );
}

/** What an instructor's own pages and cards show of their class. */
export type TaughtClass = Pick<ClassDocument, '_id' | 'name' | 'course_tag' | 'instructor'>;

const TAUGHT = { name: 1, course_tag: 1, instructor: 1 } as const;

/** All classes that have an instructor. */
export async function listTaught({ classes }: Classes): Promise<TaughtClass[]> {
  return classes
    .find<TaughtClass>({ 'instructor.email': { $exists: true } }, { projection: TAUGHT })
    .toArray();
}

/** The class of an instructor, by e-mail. */
export async function findTaught({ classes }: Classes, email: string): Promise<TaughtClass | null> {
  return classes.findOne<TaughtClass>({ 'instructor.email': email }, { projection: TAUGHT });
}

/** Takes the class from an instructor. @returns the class as it was, or null if they have none */
export async function unassignTaught(
  { classes }: Classes,
  email: string,
): Promise<TaughtClass | null> {
  return classes.findOneAndUpdate(
    { 'instructor.email': email },
    { $set: { instructor: null } },
    { returnDocument: 'before', projection: TAUGHT },
  );
}
