import type { ObjectId } from 'mongodb';

/** Each document once, by its id, in the order in which it came first. */
export function dropDoubles<T extends { _id: ObjectId | string }>(list: T[]): T[] {
  return [...new Map(list.map((one) => [String(one._id), one])).values()];
}
