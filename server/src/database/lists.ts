import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { Collection, Document, Filter, WithId } from 'mongodb';

/** What a list is asked for, contract/src/lists.ts; without page and size it is the whole list. */
export type ListRequest = {
  /** A field; a leading minus turns the order round. */
  sort?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
};

export type Page<T> = { items: T[]; total: number };

/**
 * Reads a page of a collection and counts all matches.
 * @param defaultSort the order if none is asked for
 */
export async function findPage<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  { sort, page, size = page && DEFAULT_PAGE_SIZE }: ListRequest,
  defaultSort: string,
  projection: Document = {},
): Promise<Page<WithId<T>>> {
  const order = sort ?? defaultSort;
  const field = order.replace(/^-/, '');
  const direction = order.startsWith('-') ? -1 : 1;
  // The id settles ties, so that no entry stands on two pages.
  const cursor = collection
    .find(filter, { projection })
    .sort({ [field]: direction, _id: direction });
  if (size) cursor.skip(((page ?? 1) - 1) * size).limit(size);
  const items = await cursor.toArray();
  const total = size ? await countMatches(collection, filter) : items.length;
  return { items, total };
}

/** The database knows the number of all documents without looking at them. */
function countMatches<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
): Promise<number> {
  const isAll = Object.keys(filter).length === 0;
  return isAll ? collection.estimatedDocumentCount() : collection.countDocuments(filter);
}

/** Matches a text that a person typed, anywhere and in any case; nothing in it has a special meaning. */
export function matchText(typed: string): { $regex: string; $options: 'i' } {
  return { $regex: typed.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), $options: 'i' };
}
