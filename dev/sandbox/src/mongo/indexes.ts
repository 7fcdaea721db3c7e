import { DatabaseError, refuse } from './errors.ts';
import { listKeys } from './paths.ts';
import { compileFilter, type Predicate } from './query.ts';
import { areEqual, type Doc, encodeValue, type Found, formatValue, isDoc } from './values.ts';

/** An index as it was asked for; all fields run upwards. */
export interface IndexSpec {
  name: string;
  key: Record<string, 1>;
  unique?: boolean;
  partialFilterExpression?: Doc;
  /** Documents are removed when the date at the index's one field is as many seconds ago. */
  expireAfterSeconds?: number;
}

/** Comes after all characters of keys. */
const LAST = '\uffff';
const RECORD_DIGITS = 11;
const MAX_EXPIRY_SECONDS = 2_147_483_647;

/** A record's number as text that sorts as the number does. */
export function encodeRecord(record: number): string {
  return record.toString(36).padStart(RECORD_DIGITS, '0');
}

/** The keys of documents in their order, each with the number of the record that it comes from. */
export class Index {
  readonly spec: IndexSpec;
  readonly paths: string[];
  /** Whether a document has had several keys: then the index is in no order of documents. */
  isMultikey = false;
  readonly #entries: string[] = [];
  readonly #isCovered: Predicate;

  constructor(spec: IndexSpec) {
    this.spec = spec;
    this.paths = Object.keys(spec.key);
    this.#isCovered = compileFilter(spec.partialFilterExpression ?? {});
  }

  /**
   * Makes sure that a document may be put in, and changes nothing.
   * @throws {DatabaseError} 11000, worded as mongod does, if another record has one of the keys of a unique index
   */
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

  /** Follows a record from one state to the next; undefined: before it was made, or after it was removed. */
  move(record: number, before: Doc | undefined, after: Doc | undefined): void {
    const [oldKeys, newKeys] = [before, after].map((doc) => doc && this.#listKeys(doc));
    const suffix = encodeRecord(record);
    for (const key of oldKeys?.keys() ?? [])
      if (!newKeys?.has(key)) this.#entries.splice(this.#findPosition(key + suffix), 1);
    for (const key of newKeys?.keys() ?? [])
      if (!oldKeys?.has(key))
        this.#entries.splice(this.#findPosition(key + suffix), 0, key + suffix);
  }

  /**
   * Positions of the entries from one beginning of a key to another; both are included.
   * @returns the first one, and the one after the last
   */
  findRange(from: string, to: string): [start: number, end: number] {
    const start = this.#findPosition(from);
    return [start, Math.max(start, this.#findPosition(to + LAST))];
  }

  recordAt(position: number): number {
    return decodeRecord(this.#entries[position] ?? '');
  }

  /** The keys of a document, each with its values. @throws {DatabaseError} when two fields lead into arrays */
  #listKeys(doc: Doc): Map<string, Found[]> {
    if (!this.#isCovered(doc)) return new Map();
    const perField = this.paths.map((path) => listKeys(doc, path));
    const multikeys = perField.filter(({ isMultikey }) => isMultikey).length;
    if (multikeys > 1)
      throw refuse(`several fields that lead into arrays, in index ${this.spec.name},`);
    if (multikeys > 0) this.isMultikey = true;
    const combinations = perField.reduce<Found[][]>(
      (heads, { keys }) => heads.flatMap((head) => keys.map((key) => [...head, key])),
      [[]],
    );
    return new Map(combinations.map((values) => [values.map(encodeValue).join(''), values]));
  }

  /** The position of the first entry that is not before a text. */
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

/**
 * Reads one entry of createIndexes.
 * @throws {DatabaseError} for kinds of indexes and options that we do not have
 */
export function readIndexSpec(description: Doc): IndexSpec {
  const {
    key,
    name,
    v: _version,
    unique,
    partialFilterExpression: partial = {},
    expireAfterSeconds,
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
  if (expireAfterSeconds !== undefined) checkExpiry(expireAfterSeconds, key);
  return {
    name,
    key: key as Record<string, 1>,
    ...(Boolean(unique) && { unique: true }),
    ...(Object.keys(partial).length > 0 && { partialFilterExpression: partial }),
    ...(typeof expireAfterSeconds === 'number' && { expireAfterSeconds }),
  };
}

/** @throws {DatabaseError} for what MongoDB takes no TTL index for */
function checkExpiry(seconds: Doc[string], key: Doc): void {
  if (typeof seconds !== 'number' || !(seconds >= 0) || seconds > MAX_EXPIRY_SECONDS)
    throw new DatabaseError(
      67,
      `TTL index 'expireAfterSeconds' must be 0 to ${MAX_EXPIRY_SECONDS}`,
    );
  if (Object.keys(key).length > 1 || '_id' in key)
    throw new DatabaseError(67, 'TTL indexes are on one field, and not on _id');
}
