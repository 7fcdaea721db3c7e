import type { ListedClass } from '@speakifyr/contract/office.ts';
import type { Filter, ObjectId } from 'mongodb';
import { matchClass, matchSeason } from '../database/class-filters.ts';
import type { ClassDocument, Collections } from '../database/collections.ts';
import { findPage, type ListRequest, type Page } from '../database/lists.ts';

/** Reads classes with any status, for the school's office. */
type Classes = Pick<Collections, 'classes'>;

/** Limits the list of classes. */
export type ClassFilter = {
  search?: string | undefined;
  season?: string | undefined;
  status: ListedClass['status'];
};

/** A class with its people: at most MAX_SEATS. */
export type ClassWithPeople = Pick<
  ClassDocument,
  | '_id'
  | 'name'
  | 'course_tag'
  | 'instructor'
  | 'camp_start'
  | 'camp_end'
  | 'assign_room'
  | 'price'
  | 'sit'
  | 'status'
  | 'seats'
  | 'canceled'
>;

const WITH_PEOPLE = {
  name: 1,
  course_tag: 1,
  instructor: 1,
  camp_start: 1,
  camp_end: 1,
  assign_room: 1,
  price: 1,
  sit: 1,
  status: 1,
  seats: 1,
  canceled: 1,
} as const;

/** Classes with one status, by start day by default. @param today yyyy-mm-dd */
export async function searchClasses(
  { classes }: Classes,
  { search, status, season, ...request }: ListRequest & ClassFilter,
  today: string,
): Promise<Page<ClassWithPeople>> {
  const filter: Filter<ClassDocument> = {
    status,
    ...(season && matchSeason(season, today)),
    ...(search && matchClass(search)),
  };
  return findPage(classes, filter, request, 'camp_start', WITH_PEOPLE);
}

export async function findClassWithPeople(
  { classes }: Classes,
  id: ObjectId,
): Promise<ClassWithPeople | null> {
  return classes.findOne<ClassWithPeople>({ _id: id }, { projection: WITH_PEOPLE });
}

/** The names of classes by id (24 hexadecimal digits). */
export async function findClassNames(
  { classes }: Classes,
  ids: ObjectId[],
): Promise<Map<string, string>> {
  const found = await classes.find({ _id: { $in: ids } }, { projection: { name: 1 } }).toArray();
  return new Map(found.map(({ _id, name }) => [_id.toHexString(), name]));
}
