import type { CampClass } from '@speakifyr/contract/classes.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { ApiError } from '../http/api-error.ts';
import type { Services } from '../services.ts';
import {
  type CatalogueClass,
  findOpenClass,
  listOpenClasses,
  listPopularClasses,
} from './classes.repo.ts';

/** All classes that can be joined, by start day. */
export async function getClasses({ database }: Services): Promise<CampClass[]> {
  return (await listOpenClasses(database.collections)).map(presentClass);
}

/** At most six classes, dearest first. */
export async function getPopularClasses({ database }: Services): Promise<CampClass[]> {
  return (await listPopularClasses(database.collections)).map(presentClass);
}

/**
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_found` for a class that is not there or not open any more
 */
export async function getClass(id: string, { database }: Services): Promise<CampClass> {
  const found = await findOpenClass(database.collections, new ObjectId(id));
  if (!found) throw new ApiError('not_found', 'We could not find this class.');
  return presentClass(found);
}

function presentClass({ _id, instructor, ...rest }: CatalogueClass): CampClass {
  return {
    _id: _id.toHexString(),
    ...rest,
    instructor: instructor?.name ?? NOT_ASSIGNED,
    instructor_email: instructor?.email ?? NOT_ASSIGNED,
  };
}
