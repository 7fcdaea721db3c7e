import { DatabaseError, refuse } from './errors.ts';
import { listKeys } from './paths.ts';
import { compileFilter, type Predicate } from './query.ts';
import { areEqual, type Doc, encodeValue, type Found, formatValue, isDoc } from './values.ts';

/** The definition of an index. All its fields are ascending. */
export interface IndexSpec {
  name: string;
  key: Record<string, 1>;
  unique?: boolean;
  partialFilterExpression?: Doc;
}

/** The entries between two prefixes. Both are included, unless it says that it is after the first or before the last. */
export interface Interval {
  from: string;
  to: string;
  isAfter?: boolean;
  isBefore?: boolean;
}

/** Positions in an index. The end is not included. */
export type Range = [start: number, end: number];

/** Sorts after every character of a key. */
const LAST = '\uffff';
const RECORD_DIGITS = 11;

/** Encodes a record's number as text. The texts sort like the numbers. */
export function encodeRecord(record: number): string {
  return record.toString(36).padStart(RECORD_DIGITS, '0');
}

/** The sorted keys of documents, each with the number of its record. */
export class Index {
  readonly spec: IndexSpec;
  readonly paths: string[];
  /** Whether any document has had several keys. Such an index can't sort documents. */
  isMultikey = false;
  readonly #entries: string[] = [];
  /** The record of each entry. To read it from the entry's end would take half of a search's time. */
  #records: number[] = [];
  readonly #isCovered: Predicate;

  constructor(spec: IndexSpec) {
    this.spec = spec;
    this.paths = Object.keys(spec.key);
    this.#isCovered = compileFilter(spec.partialFilterExpression ?? {});
  }

  /** @throws {DatabaseError} 11000, like mongod's, if another record has one of the keys of a unique index */
  check(doc: Doc, record: number, namespace: string): void {
    for (const [key, values] of this.#listKeys(doc)) {
      const entry = this.#entries[this.#findPosition(key)];
      if (!this.spec.unique || !entry?.startsWith(key) || decodeRecord(entry) === record) continue;
      const { name, key: keyPattern } = this.spec;
      const keyValue = Object.fromEntries(this.paths.map((path, i) => [path, values[i] ?? null]));
      const where = `collection: ${namespace} index: ${name} dup key: ${formatValue(keyValue)}`;
      const message = `E11000 duplicate key error ${where}`;
      throw new DatabaseError(11000, message, { keyPattern, keyValue });
    }
  }

  /** Fills an empty index, unchecked. To sort once takes a second; a place for each key would take minutes. */
  fill(docs: Iterable<[record: number, doc: Doc]>): void {
    for (const [record, doc] of docs) {
      const suffix = encodeRecord(record);
      for (const key of this.#listKeys(doc).keys()) this.#entries.push(key + suffix);
    }
    // Compares as `<` does.
    this.#entries.sort();
    this.#records = this.#entries.map(decodeRecord);
  }

  /** Replaces the keys of a record. A new one has no `before`, and one that was removed no `after`. */
  move(record: number, before: Doc | undefined, after: Doc | undefined): void {
    const [oldKeys, newKeys] = [before, after].map((doc) => doc && this.#listKeys(doc));
    const suffix = encodeRecord(record);
    for (const key of oldKeys?.keys() ?? []) if (!newKeys?.has(key)) this.#splice(key + suffix, 1);
    for (const key of newKeys?.keys() ?? [])
      if (!oldKeys?.has(key)) this.#splice(key + suffix, 0, record);
  }

  /** Takes out an entry, or puts in the one of a record. */
  #splice(entry: string, removed: number, ...record: number[]): void {
    const position = this.#findPosition(entry);
    this.#entries.splice(position, removed, ...record.map(() => entry));
    this.#records.splice(position, removed, ...record);
  }

  /** Finds the entries between two prefixes. @returns the first position, and the one after the last */
  findRange({ from, to, isAfter = false, isBefore = false }: Interval): Range {
    const start = this.#findPosition(isAfter ? from + LAST : from);
    return [start, Math.max(start, this.#findPosition(isBefore ? to : to + LAST))];
  }

  recordAt(position: number): number {
    return this.#records[position] ?? 0;
  }

  /** The keys of a document, each with its values. @throws {DatabaseError} if two fields lead into arrays */
  #listKeys(doc: Doc): Map<string, Found[]> {
    if (!this.#isCovered(doc)) return new Map();
    const perField = this.paths.map((path) => listKeys(doc, path));
    const multikeys = perField.filter(({ isMultikey }) => isMultikey).length;
    if (multikeys > 1)
      throw refuse(`several fields that lead into arrays, in index ${this.spec.name},`);
    if (multikeys > 0) this.isMultikey = true;
    const combinations =
      multikeys === 0
        ? [perField.map(({ keys }) => keys[0])]
        : perField.reduce<Found[][]>(
            (heads, { keys }) => heads.flatMap((head) => keys.map((key) => [...head, key])),
            [[]],
          );
    return new Map(combinations.map((values) => [values.map(encodeValue).join(''), values]));
  }

  /** Finds the first entry that doesn't sort before a text. */
  #findPosition(text: string): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function decodeRecord(entry: string): number {
  return parseInt(entry.slice(-RECORD_DIGITS), 36);
}

/** Reads one entry of createIndexes. @throws {DatabaseError} for unsupported kinds of indexes and options */
export function readIndexSpec(description: Doc): IndexSpec {
  const {
    key,
    name,
    v: _version,
    unique,
    partialFilterExpression: partial = {},
    ...others
  } = description;
  const [option] = Object.keys(others);
  if (option) throw refuse(`index option '${option}'`);
  if (!isDoc(key) || Object.keys(key).length === 0 || typeof name !== 'string' || name === '')
    throw new DatabaseError(67, 'An index needs a key pattern and a name');
  for (const [path, kind] of Object.entries(key)) {
    if (kind !== 1) throw refuse(`index type ${formatValue(kind)} of '${path}'`);
    if (path.split('.').some((part) => part === '' || part.startsWith('$')))
      throw refuse(`the path '${path}' in an index`);
  }
  if (!isDoc(partial)) throw new DatabaseError(67, 'partialFilterExpression must be an object');
  for (const [path, condition] of Object.entries(partial))
    if (path.startsWith('$') || !areEqual(condition, { $exists: true }))
      throw refuse(`'${path}' with other than $exists: true in a partialFilterExpression`);
  return {
    name,
    key: key as Record<string, 1>,
    ...(Boolean(unique) && { unique: true }),
    ...(Object.keys(partial).length > 0 && { partialFilterExpression: partial }),
  };
}
