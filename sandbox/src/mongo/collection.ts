import { ObjectId, serialize } from 'bson';
import { DatabaseError } from './errors.ts';
import { Index, type IndexSpec } from './indexes.ts';
import { listKeys } from './paths.ts';
import { makePlan, type Plan } from './planner.ts';
import { compileFilter } from './query.ts';
import type { Storage } from './storage.ts';
import { checkStorable, compareValues, type Doc, type Found, type Value } from './values.ts';

/** Which documents are wanted; `limit` 0 means all. */
export interface Query {
  filter: Doc;
  sort?: Doc;
  skip?: number;
  limit?: number;
}

/** A document with its number; records keep the order in which they were inserted. */
export interface Stored {
  record: number;
  doc: Doc;
}

/** What a query did, for explain. */
export interface Execution {
  plan: Plan;
  matches: Stored[];
  keysExamined: number;
  docsExamined: number;
}

const ID_INDEX: IndexSpec = { name: '_id_', key: { _id: 1 }, unique: true };

/**
 * The documents and indexes of one collection, in memory. Every change is checked in full before anything is
 * touched, and queued for the disk in the same go; the caller answers nobody before `storage.flush()`.
 */
export class Collection {
  readonly namespace: string;
  /** Begins the keys of its rows. */
  readonly id: number;
  indexes: Index[];
  readonly #docs = new Map<number, Doc>();
  readonly #storage: Storage;
  #lastRecord = 0;

  constructor(namespace: string, id: number, storage: Storage, specs = [ID_INDEX]) {
    this.namespace = namespace;
    this.id = id;
    this.#storage = storage;
    this.indexes = specs.map((spec) => new Index(spec));
  }

  /** Takes in a document that was read from the disk. */
  load(record: number, doc: Doc): void {
    for (const index of this.indexes) index.add(doc, record);
    this.#docs.set(record, doc);
    this.#lastRecord = Math.max(this.#lastRecord, record);
  }

  /** @returns the document as it is stored: with an `_id`, which comes first */
  insert({ _id = new ObjectId(), ...fields }: Doc): Doc {
    const doc: Doc = { _id, ...fields };
    const record = this.#lastRecord + 1;
    const row = this.#check(doc, record);
    this.load(record, doc);
    this.#storage.put(this.#rowKey(record), row);
    return doc;
  }

  replace({ record, doc: before }: Stored, doc: Doc): void {
    const row = this.#check(doc, record);
    for (const index of this.indexes) index.move(before, doc, record);
    this.#docs.set(record, doc);
    this.#storage.put(this.#rowKey(record), row);
  }

  remove({ record, doc }: Stored): void {
    for (const index of this.indexes) index.remove(doc, record);
    this.#docs.delete(record);
    this.#storage.remove(this.#rowKey(record));
  }

  /** Removes the rows of all documents. */
  clear(): void {
    for (const record of this.#docs.keys()) this.#storage.remove(this.#rowKey(record));
    this.#docs.clear();
  }

  /** @throws {DatabaseError} 11000 when the documents that are there break a unique index: then it is not made */
  buildIndex(spec: IndexSpec): Index {
    const index = new Index(spec);
    for (const [record, doc] of this.#docs) {
      index.check(doc, record, this.namespace);
      index.add(doc, record);
    }
    return index;
  }

  find(query: Query): Doc[] {
    return this.execute(query).matches.map(({ doc }) => doc);
  }

  execute({ filter, sort = {}, skip = 0, limit = 0 }: Query): Execution {
    const isMatch = compileFilter(filter);
    const plan = makePlan(filter, sort, this.indexes);
    const execution: Execution = { plan, matches: [], keysExamined: 0, docsExamined: 0 };
    const enough = plan.isSorted && limit > 0 ? skip + limit : Infinity;
    for (const record of this.#listRecords(plan, execution)) {
      const doc = this.#docs.get(record);
      execution.docsExamined += 1;
      if (doc && isMatch(doc)) execution.matches.push({ record, doc });
      if (execution.matches.length >= enough) break;
    }
    if (!plan.isSorted) sortDocs(execution.matches, ({ doc }) => doc, sort);
    execution.matches = execution.matches.slice(skip, limit > 0 ? skip + limit : undefined);
    return execution;
  }

  *#listRecords(plan: Plan, execution: Execution): Iterable<number> {
    const { index } = plan;
    if (!index) return yield* this.#docs.keys();
    const seen = new Set<number>();
    for (const [start, end] of plan.ranges)
      for (let i = 0; i < end - start; i++) {
        const record = index.recordAt(plan.isReversed ? end - 1 - i : start + i);
        execution.keysExamined += 1;
        if (record === undefined || seen.has(record)) continue;
        seen.add(record);
        yield record;
      }
  }

  /** @returns the row to keep; nothing is touched before everything that can fail has been done */
  #check(doc: Doc, record: number): Buffer {
    checkStorable(doc);
    if (Array.isArray(doc['_id']))
      throw new DatabaseError(2, "The '_id' value cannot be of type array");
    for (const index of this.indexes) index.check(doc, record, this.namespace);
    return Buffer.from(serialize(doc));
  }

  #rowKey(record: number): string {
    return `doc/${toSortableText(this.id)}/${toSortableText(record)}`;
  }
}

/** A whole number as text that sorts as the number does. */
function toSortableText(number: number): string {
  return number.toString(36).padStart(11, '0');
}

/** Sorts in place, as MongoDB does: by the lowest key of an array upwards, by its highest downwards. */
export function sortDocs<T>(items: T[], docOf: (item: T) => Doc, sort: Doc): void {
  const fields = Object.entries(sort);
  const keys = new Map<T, Found[]>(
    items.map((item) => [
      item,
      fields.map(([path, direction]) => {
        const candidates = listKeys(docOf(item), path).keys;
        return candidates.reduce((best, key) =>
          compareValues(key, best) * Number(direction) < 0 ? key : best,
        );
      }),
    ]),
  );
  items.sort((a, b) => {
    for (const [i, [, direction]] of fields.entries()) {
      const order = compareValues(keys.get(a)?.[i], keys.get(b)?.[i]) * Number(direction);
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** @throws {DatabaseError} for anything but fields with 1 or -1 */
export function readSort(sort: Found): Doc {
  if (sort === undefined) return {};
  const isSort =
    typeof sort === 'object' &&
    sort !== null &&
    Object.values(sort as Record<string, Value>).every((value) => value === 1 || value === -1);
  if (!isSort) throw new DatabaseError(2, 'a sort needs fields with 1 or -1');
  return sort as Doc;
}
