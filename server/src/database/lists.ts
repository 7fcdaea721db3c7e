import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { Collection, Document, Filter, WithId } from 'mongodb';

/** Sorting and paging of a list, see contract/src/lists.ts. Without page and size, it is the whole list. */
export type ListRequest = {
  /** A field; a leading minus means descending. */
  sort?: string;
  page?: number;
  size?: number;
};

export type Page<T> = { items: T[]; total: number };

/**
 * Reads one page of a collection and counts all matches. R260
 * @param defaultSort the order if the request has none
 * @param count how many match, if there is a faster way than to count them
 */
export async function findPage<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  { sort, page, size = page && DEFAULT_PAGE_SIZE }: ListRequest,
  defaultSort: string,
  projection: Document = {},
  count = () => countMatches(collection, filter),
): Promise<Page<WithId<T>>> {
  const cursor = collection.find(filter, { projection }).sort(readOrder(sort ?? defaultSort));
  if (size) cursor.skip(((page ?? 1) - 1) * size).limit(size);
  const items = await cursor.toArray();
  const total = size ? await count() : items.length;
  return { items, total };
}

/** The first of these filters that finds anything, or the last one, with what counts its matches. */
export async function findFirst<T extends Document>(
  collection: Collection<T>,
  [filter = {}, ...others]: Filter<T>[],
): Promise<{ filter: Filter<T>; count?: () => Promise<number> }> {
  if (others.length === 0) return { filter };
  const found = await collection.countDocuments(filter);
  return found > 0 ? { filter, count: async () => found } : findFirst(collection, others);
}

/** How many entries a streamed list reads at once, with what belongs to them. */
const BATCH_SIZE = 500;

/** Reads all matches from one cursor, some hundred at a time; never an empty batch. */
async function* findBatches<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  { sort }: ListRequest,
  defaultSort: string,
): AsyncGenerator<WithId<T>[]> {
  const order = readOrder(sort ?? defaultSort);
  let batch: WithId<T>[] = [];
  // Leaving the loop early closes the cursor.
  for await (const entry of collection.find(filter, { batchSize: BATCH_SIZE }).sort(order)) {
    batch.push(entry);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A page of a list, or all of it in batches, which http/send-batches.ts streams. */
export type PageOrBatches<T> = Page<T> | AsyncIterable<T[]>;

/**
 * Answers a request for one page of a collection or, with `all`, for every match.
 * @param present turns documents into what the caller reads
 * @param count as in `findPage`
 */
export async function findPageOrBatches<T extends Document, Shown>(
  collection: Collection<T>,
  filter: Filter<T>,
  { all = false, ...request }: ListRequest & { all?: boolean },
  defaultSort: string,
  present: (found: WithId<T>[]) => Shown[] | Promise<Shown[]>,
  count?: () => Promise<number>,
): Promise<PageOrBatches<Shown>> {
  if (all) return presentBatches(findBatches(collection, filter, request, defaultSort), present);
  const { items, total } = await findPage(collection, filter, request, defaultSort, {}, count);
  return { items: await present(items), total };
}

async function* presentBatches<T, Shown>(
  batches: AsyncIterable<T[]>,
  present: (batch: T[]) => Shown[] | Promise<Shown[]>,
): AsyncGenerator<Shown[]> {
  for await (const batch of batches) yield await present(batch);
}

/** The id breaks ties, so that no entry is on two pages. */
function readOrder(sort: string): Record<string, 1 | -1> {
  const direction = sort.startsWith('-') ? -1 : 1;
  return { [sort.replace(/^-/, '')]: direction, _id: direction };
}

/** One page of a list that is already read and sorted. */
export function takePage<T>(
  items: T[],
  { page, size = page && DEFAULT_PAGE_SIZE }: ListRequest,
): Page<T> {
  const start = ((page ?? 1) - 1) * (size ?? 0);
  return { items: items.slice(start, size && start + size), total: items.length };
}

/** MongoDB knows the size of a collection without reading it. */
function countMatches<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
): Promise<number> {
  const isAll = Object.keys(filter).length === 0;
  return isAll ? collection.estimatedDocumentCount() : collection.countDocuments(filter);
}

/** A batch with more than most reads find. By itself, the driver asks for 101 documents first, and then once more. */
export const ALL_AT_ONCE = 10_000;

/** Matches the typed text anywhere, ignoring case. No character in it has a special meaning. */
export function matchText(typed: string): { $regex: string; $options: 'i' } {
  return { $regex: typed.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), $options: 'i' };
}
