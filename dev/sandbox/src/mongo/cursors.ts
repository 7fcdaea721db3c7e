import { calculateObjectSize, Long } from 'bson';
import { DatabaseError } from './errors.ts';
import { type Doc, MAX_DOCUMENT_BYTES } from './values.ts';

/** As in mongod: the first batch has 101 documents, and unused cursors end after ten minutes. */
const FIRST_BATCH = 101;
const IDLE_MS = 10 * 60_000;
/** The bytes that a list adds to each document. */
const ELEMENT_BYTES = 12;

interface Cursor {
  namespace: string;
  /** The results as they were when the query ran. */
  docs: Doc[];
  usedAt: number;
}

/** Results that are sent in batches. */
export class CursorStore {
  readonly #cursors = new Map<number, Cursor>();
  #lastId = 0;

  /** @returns the first batch; the id is 0 if there are no more */
  start(namespace: string, docs: Doc[], batchSize = FIRST_BATCH, isSingle = false) {
    this.#forgetIdle();
    const { batch, rest } = takeBatch(docs, batchSize);
    let id = 0;
    if (rest.length > 0 && !isSingle) {
      id = this.#lastId += 1;
      this.#cursors.set(id, { namespace, docs: rest, usedAt: Date.now() });
    }
    return { id: Long.fromNumber(id), ns: namespace, firstBatch: batch };
  }

  /** @throws {DatabaseError} for an unknown cursor */
  next(id: number, namespace: string, batchSize = Infinity) {
    const cursor = this.#cursors.get(id);
    if (!cursor || cursor.namespace !== namespace)
      throw new DatabaseError(43, `cursor id ${id} not found`);
    const { batch, rest } = takeBatch(cursor.docs, batchSize || Infinity);
    cursor.docs = rest;
    cursor.usedAt = Date.now();
    if (rest.length === 0) this.#cursors.delete(id);
    return { id: Long.fromNumber(rest.length > 0 ? id : 0), ns: namespace, nextBatch: batch };
  }

  /** @returns whether there was such a cursor */
  kill(id: number): boolean {
    return this.#cursors.delete(id);
  }

  #forgetIdle(): void {
    for (const [id, { usedAt }] of this.#cursors)
      if (usedAt < Date.now() - IDLE_MS) this.#cursors.delete(id);
  }
}

/** Takes as many documents as are wanted and fit into an answer, but at least one. */
function takeBatch(docs: Doc[], batchSize: number): { batch: Doc[]; rest: Doc[] } {
  let bytes = 0;
  let count = 0;
  for (const doc of docs.slice(0, Number.isFinite(batchSize) ? batchSize : undefined)) {
    bytes += calculateObjectSize(doc) + ELEMENT_BYTES;
    if (count > 0 && bytes > MAX_DOCUMENT_BYTES) break;
    count += 1;
  }
  return { batch: docs.slice(0, count), rest: docs.slice(count) };
}
