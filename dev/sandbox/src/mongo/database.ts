import { join } from 'node:path';
import { deserialize, serialize } from 'bson';
import { Collection, type Room } from './collection.ts';
import { CursorStore } from './cursors.ts';
import { DatabaseError } from './errors.ts';
import type { IndexSpec } from './indexes.ts';
import { CorruptDataError, Storage } from '../storage/rows.ts';
import { isDoc, toValue } from './values.ts';

const COLLECTION_PREFIX = 'collection/';

/** Everything is in memory, so there is an end. The README says for how large a school this is enough. */
const MAX_BYTES = 128 * 1024 * 1024;

/** All collections of all databases, by namespace (`database.collection`). */
export class Database {
  readonly cursors = new CursorStore();
  readonly #collections = new Map<string, Collection>();
  readonly #storage: Storage;
  readonly #room: Room;
  #lastId = 0;

  private constructor(storage: Storage, limit: number) {
    this.#storage = storage;
    this.#room = { used: 0, limit };
  }

  /** Opens or makes the database. @param limit of its documents' bytes @throws {CorruptDataError}, the disk's errors */
  static async open(dataDir: string, limit = MAX_BYTES): Promise<Database> {
    const storage = await Storage.open(join(dataDir, 'mongo'));
    const database = new Database(storage, limit);
    const room = database.#room;
    const byId = new Map<number, Collection>();
    // Rows of collections come before rows of documents.
    await storage.readAll((key, value) => {
      const doc = readRow(key, value);
      if (key.startsWith(COLLECTION_PREFIX)) {
        const namespace = key.slice(COLLECTION_PREFIX.length);
        const id = Number(doc['id']);
        const specs = doc['indexes'] as unknown as IndexSpec[];
        const collection = new Collection(namespace, id, { storage, room }, specs);
        database.#collections.set(namespace, collection);
        byId.set(id, collection);
        database.#lastId = Math.max(database.#lastId, id);
        return;
      }
      const [id = 0, record = 0] = key
        .split('/')
        .slice(1)
        .map((part) => parseInt(part, 36));
      const collection = byId.get(id);
      if (!collection) throw new CorruptDataError(`row ${key} belongs to no collection`);
      collection.load(record, doc, value.length);
    });
    for (const collection of byId.values()) collection.fillIndexes();
    return database;
  }

  /** Returns a collection. The first use creates it. */
  open(namespace: string): Collection {
    const found = this.#collections.get(namespace);
    if (found) return found;
    checkNamespace(namespace);
    this.#lastId += 1;
    const shared = { storage: this.#storage, room: this.#room };
    const collection = new Collection(namespace, this.#lastId, shared);
    this.#collections.set(namespace, collection);
    this.saveIndexes(collection);
    return collection;
  }

  /** Saves the definitions of a collection's indexes. */
  saveIndexes({ namespace, id, indexes }: Collection): void {
    const row = serialize({ id, indexes: indexes.map(({ spec }) => spec) });
    this.#storage.put(COLLECTION_PREFIX + namespace, Buffer.from(row));
  }

  /** Resolves when all changes, or those of a collection, are on disk. @throws if the disk fails: end the process */
  flush(namespace = ''): Promise<void> {
    return (this.#collections.get(namespace) ?? this.#storage).flush();
  }

  close(): Promise<void> {
    return this.#storage.close();
  }
}

function readRow(key: string, bytes: Buffer) {
  try {
    const doc = toValue(deserialize(bytes, { promoteValues: false }), '');
    if (isDoc(doc)) return doc;
  } catch (error) {
    throw new CorruptDataError(`row ${key}: ${(error as Error).message}`);
  }
  throw new CorruptDataError(`row ${key} is not a document`);
}

function checkNamespace(namespace: string): void {
  const [database = '', ...rest] = namespace.split('.');
  const collection = rest.join('.');
  const isGood =
    /^[^/\\. "$*<>:|?\0]{1,63}$/.test(database) &&
    collection !== '' &&
    !/^\.|\.$|^system\.|[$\0]/.test(collection) &&
    Buffer.byteLength(namespace) <= 255;
  if (!isGood) throw new DatabaseError(73, `Invalid namespace specified '${namespace}'`);
}
