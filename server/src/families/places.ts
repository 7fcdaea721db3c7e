import { MAX_CHILDREN } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { ChildDocument } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import { findGuardian } from './rights.ts';

/**
 * An account has MAX_CHILDREN places for children. A unique index lets each be taken once, so that calls at the same
 * time can't add more children than allowed, and nothing has to be counted.
 * @param children all of the account's children
 * @returns the first free place
 * @throws {ApiError} `too_many_children`
 */
export function findFreePlace(children: ChildDocument[], userId: ObjectId): string {
  if (children.length >= MAX_CHILDREN) throw new ApiError('too_many_children');
  const taken = new Set(children.map((child) => findGuardian(child, userId)?.place));
  for (let number = 0; number < MAX_CHILDREN; number += 1) {
    const place = `${userId.toHexString()}-${number}`;
    if (!taken.has(place)) return place;
  }
  throw new ApiError('too_many_children');
}

/** Another call took the place. One of those calls has succeeded each time, so there are no more tries than these. */
export const MAX_PLACE_TRIES = 2 * MAX_CHILDREN;
