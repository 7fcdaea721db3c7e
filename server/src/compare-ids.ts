import type { ObjectId } from 'mongodb';

/** For sorting, always in the same order. */
export function compareIds(a: ObjectId, b: ObjectId): number {
  return a.toHexString() < b.toHexString() ? -1 : 1;
}
