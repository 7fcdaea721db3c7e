import { calculateObjectSize, ObjectId, serialize } from 'bson';
import { DatabaseError } from './errors.ts';
import { encodeRecord, Index, type IndexSpec } from './indexes.ts';
import { sortBy } from './paths.ts';
import { countInIndex, makePlan, type Plan } from './planner.ts';
import { compileFilter } from './query.ts';
import type { Storage } from '../storage/rows.ts';
import { areEqual, checkStorable, type Doc } from './values.ts';

/** Which documents to find. A `limit` of 0 means all. */
export interface Query {
  filter: Doc;
  sort?: Doc;
  skip?: number;
  limit?: number;
}

/** A document with its number, in the order of insertion. */
export interface Stored {
  record: number;
  doc: Doc;
}

/** What a query did, for explain. */
export interface Execution {
  plan: Plan;
  matches: Stored[];
  docsExamined: number;
}

/** How many bytes the documents of all collections have, and may have. They need about four times as much memory. */
export interface Room {
  used: number;
  readonly limit: number;
}

const ID_INDEX: IndexSpec = { name: '_id_', key: { _id: 1 }, unique: true };

/**
 * The documents and indexes of one collection, in memory. A change is checked, made, and queued for the disk in one
 * step. The caller answers after `flush()`.
 */
export class Collection {
  readonly namespace: string;
  /** The prefix of its rows' keys. */
  readonly id: number;
  indexes: Index[];
  readonly #docs = new Map<number, Doc>();
  readonly #storage: Storage;
  readonly #room: Room;
  #lastRecord = 0;
  #lastBatch = 0;

  constructor(
    namespace: string,
    id: number,
    { storage, room }: { storage: Storage; room: Room },
    specs = [ID_INDEX],
  ) {
    this.namespace = namespace;
    this.id = id;
    this.#storage = storage;
    this.#room = room;
    this.indexes = specs.map((spec) => new Index(spec));
  }

  /** The number of documents. */
  get size(): number {
    return this.#docs.size;
  }

  /** Adds a document that is on disk, with its size in bytes. Its indexes have it after `fillIndexes`. */
  load(record: number, doc: Doc, bytes: number): void {
    this.#docs.set(record, doc);
    this.#room.used += bytes;
    this.#lastRecord = Math.max(this.#lastRecord, record);
  }

  /** Fills the indexes with all documents that were loaded. */
  fillIndexes(): void {
    for (const index of this.indexes) index.fill(this.#docs);
  }

  /** @returns the stored document, which starts with `_id` */
  insert({ _id = new ObjectId(), ...fields }: Doc): Doc {
    const doc: Doc = { _id, ...fields };
    this.#write(this.#lastRecord + 1, doc);
    return doc;
  }

  /** @returns whether the document has changed */
  replace({ record, doc: before }: Stored, doc: Doc): boolean {
    if (areEqual(before, doc)) return false;
    this.#write(record, doc);
    return true;
  }

  remove({ record, doc }: Stored): void {
    for (const index of this.indexes) index.move(record, doc, undefined);
    this.#docs.delete(record);
    this.#room.used -= calculateObjectSize(doc);
    this.#lastBatch = this.#storage.remove(this.#rowKey(record));
  }

  /** @throws {DatabaseError} 11000 if existing documents break a unique index */
  buildIndex(spec: IndexSpec): Index {
    const index = new Index(spec);
    for (const [record, doc] of this.#docs) {
      index.check(doc, record, this.namespace);
      index.move(record, undefined, doc);
    }
    return index;
  }

  find(query: Query): Stored[] {
    return this.execute(query).matches;
  }

  /** How many documents match a filter. */
  count(filter: Doc): number {
    if (Object.keys(filter).length === 0) return this.size;
    // As mongod does, also says no to what it does not support.
    compileFilter(filter);
    return countInIndex(filter, this.indexes) ?? this.find({ filter }).length;
  }

  execute({ filter, sort = {}, skip = 0, limit = 0 }: Query): Execution {
    const isMatch = compileFilter(filter);
    const plan = makePlan(filter, sort, this.indexes);
    const execution: Execution = { plan, matches: [], docsExamined: 0 };
    const { matches } = execution;
    const end = limit > 0 ? skip + limit : Infinity;
    for (const record of this.#listRecords(plan)) {
      const doc = this.#docs.get(record);
      execution.docsExamined += 1;
      if (doc && isMatch(doc)) matches.push({ record, doc });
      if (plan.isSorted && matches.length >= end) break;
    }
    const sorted = plan.isSorted ? matches : sortBy(matches, ({ doc }) => doc, sort);
    return { ...execution, matches: sorted.slice(skip, end) };
  }

  /** Like `Database.flush`, but only for this collection's changes. */
  flush(): Promise<void> {
    return this.#storage.flush(this.#lastBatch);
  }

  *#listRecords({ index, parts, ranges, isReversed }: Plan): Iterable<number> {
    if (parts) return yield* new Set(parts.flatMap((part) => [...this.#listRecords(part)]));
    if (!index) return yield* this.#docs.keys();
    // Only with arrays a document is there several times.
    const seen = index.isMultikey ? new Set<number>() : undefined;
    for (const [start, end] of ranges)
      for (let i = 0; i < end - start; i++) {
        const record = index.recordAt(isReversed ? end - 1 - i : start + i);
        if (seen?.has(record)) continue;
        seen?.add(record);
        yield record;
      }
  }

  /** Does everything that can fail before it changes anything. */
  #write(record: number, doc: Doc): void {
    const bytes = checkStorable(doc);
    const before = this.#docs.get(record);
    const grows = bytes - (before ? calculateObjectSize(before) : 0);
    this.#checkRoom(grows);
    if (Array.isArray(doc['_id']))
      throw new DatabaseError(2, "The '_id' value cannot be of type array");
    for (const index of this.indexes) index.check(doc, record, this.namespace);
    const row = Buffer.from(serialize(doc));
    for (const index of this.indexes) index.move(record, before, doc);
    this.load(record, doc, grows);
    this.#lastBatch = this.#storage.put(this.#rowKey(record), row);
  }

  /** @throws {DatabaseError} 14031 if the database would have more than it is meant for */
  #checkRoom(grows: number): void {
    const { used, limit } = this.#room;
    if (grows <= 0 || used + grows <= limit) return;
    const message =
      `The sandbox's database is full: its documents may have ${limit >> 20} MB. It is meant for trying the school. ` +
      'Empty it with npm run reset, or use a MongoDB of your own (docs/going-live.md).';
    throw new DatabaseError(14031, message);
  }

  #rowKey(record: number): string {
    return `doc/${encodeRecord(this.id)}/${encodeRecord(record)}`;
  }
}
