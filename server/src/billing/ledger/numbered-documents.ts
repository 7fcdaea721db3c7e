import type { Collection, Filter, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicateKey } from '../../database/duplicate-key.ts';

/**
 * Gives a document the number after the highest one. A number that somebody else takes first is not skipped, but the
 * next one is tried, so there are no gaps.
 * @param same finds the document that another call may have added for the same thing; a unique index refuses a second one
 * @returns the document with its number, or the one that is there
 */
export async function insertNumbered<Numbered extends { _id: number }>(
  collection: Collection<Numbered>,
  document: Omit<Numbered, '_id'>,
  same: Filter<Numbered>,
): Promise<Numbered> {
  const [last] = await collection.find({}).sort({ _id: -1 }).limit(1).toArray();
  for (let number = (last?._id ?? 0) + 1; ; number += 1)
    try {
      const numbered = { ...document, _id: number } as Numbered;
      await collection.insertOne(numbered as OptionalUnlessRequiredId<Numbered>);
      return numbered;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const added = await collection.findOne(same);
      if (added) return added as Numbered;
    }
}
