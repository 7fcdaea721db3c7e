import { DatabaseError, refuse } from './errors.ts';
import { listKeys } from './paths.ts';
import { compileFilter, type Predicate } from './query.ts';
import { areEqual, compareValues, type Doc, type Found, formatValue, isDoc } from './values.ts';

/** An index as it was asked for. */
export interface IndexSpec {
  name: string;
  key: Record<string, 1 | -1>;
  unique?: boolean;
  partialFilterExpression?: Doc;
}

interface Entry {
  keys: Found[];
  record: number;
}

/** From which to which key, on one field; without an end it goes on. Both ends are included. */
export interface Interval {
  from?: Found;
  to?: Found;
}

/** A sorted list of keys with the number of the record that each comes from. */
export class Index {
  readonly spec: IndexSpec;
  readonly fields: [path: string, direction: 1 | -1][];
  /** Whether a document has had several keys: then the index is in no order of documents. */
  isMultikey = false;
  readonly #entries: Entry[] = [];
  readonly #isCovered: Predicate;

  constructor(spec: IndexSpec) {
    this.spec = spec;
    this.fields = Object.entries(spec.key);
    this.#isCovered = compileFilter(spec.partialFilterExpression ?? {});
  }

  /**
   * The keys that a document has here.
   * @throws {DatabaseError} when two fields of a compound index lead into arrays
   */
  listKeysOf(doc: Doc): Found[][] {
    if (!this.#isCovered(doc)) return [];
    const perField = this.fields.map(([path]) => listKeys(doc, path));
    if (perField.filter(({ isMultikey }) => isMultikey).length > 1)
      throw refuse(`several fields that lead into arrays, in index ${this.spec.name},`);
    if (perField.some(({ isMultikey }) => isMultikey)) this.isMultikey = true;
    return perField.reduce<Found[][]>(
      (heads, { keys }) => heads.flatMap((head) => keys.map((key) => [...head, key])),
      [[]],
    );
  }

  /** @throws {DatabaseError} 11000, worded as mongod does, if another record has one of the keys */
  check(doc: Doc, record: number, namespace: string): void {
    const all = this.listKeysOf(doc);
    if (!this.spec.unique) return;
    for (const keys of all) {
      const entry = this.#entries[this.#findPosition({ keys, record: -1 })];
      if (!entry || this.#compareKeys(entry.keys, keys) !== 0) continue;
      const isOwn = entry.record === record;
      const next = isOwn ? this.#entries[this.#findPosition({ keys, record: record + 1 })] : entry;
      if (next && this.#compareKeys(next.keys, keys) === 0)
        throw this.#duplicateKey(keys, namespace);
    }
  }

  add(doc: Doc, record: number): void {
    for (const keys of this.listKeysOf(doc)) {
      const { position, isThere } = this.#locate({ keys, record });
      if (!isThere) this.#entries.splice(position, 0, { keys, record });
    }
  }

  remove(doc: Doc, record: number): void {
    for (const keys of this.listKeysOf(doc)) {
      const { position, isThere } = this.#locate({ keys, record });
      if (isThere) this.#entries.splice(position, 1);
    }
  }

  /** Follows a change of a document. */
  move(before: Doc, after: Doc, record: number): void {
    const oldKeys = this.listKeysOf(before);
    const newKeys = this.listKeysOf(after);
    const isSame =
      oldKeys.length === newKeys.length &&
      oldKeys.every((keys, i) => this.#compareKeys(keys, newKeys[i] ?? []) === 0);
    if (isSame) return;
    this.remove(before, record);
    this.add(after, record);
  }

  /**
   * Positions of the entries whose first keys equal `prefix` and whose next one lies in `interval`.
   * @returns the first one, and the one after the last
   */
  findRange(prefix: Found[], { from, to }: Interval = {}): [start: number, end: number] {
    const [low, high] = this.fields[prefix.length]?.[1] === -1 ? [to, from] : [from, to];
    const start = low === undefined ? prefix : [...prefix, low];
    const end = high === undefined ? prefix : [...prefix, high];
    return [
      this.#search((entry) => this.#compareKeys(entry.keys, start) >= 0),
      this.#search((entry) => this.#compareKeys(entry.keys, end) > 0),
    ];
  }

  recordAt(position: number): number | undefined {
    return this.#entries[position]?.record;
  }

  #findPosition(sought: Entry): number {
    return this.#search((entry) => {
      const order = this.#compareKeys(entry.keys, sought.keys);
      return order > 0 || (order === 0 && entry.record >= sought.record);
    });
  }

  #locate(sought: Entry): { position: number; isThere: boolean } {
    const position = this.#findPosition(sought);
    const there = this.#entries[position];
    const isThere =
      there?.record === sought.record && this.#compareKeys(there.keys, sought.keys) === 0;
    return { position, isThere };
  }

  /** The first position from which on the condition holds. */
  #search(isAfter: (entry: Entry) => boolean): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle];
      if (entry && !isAfter(entry)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Compares as many keys as the second one has. */
  #compareKeys(keys: Found[], prefix: Found[]): number {
    for (const [i, key] of prefix.entries()) {
      const order = compareValues(keys[i], key) * (this.fields[i]?.[1] ?? 1);
      if (order !== 0) return order;
    }
    return 0;
  }

  #duplicateKey(keys: Found[], namespace: string): DatabaseError {
    const keyValue: Doc = Object.fromEntries(
      this.fields.map(([path], i) => [path, keys[i] ?? null]),
    );
    return new DatabaseError(
      11000,
      `E11000 duplicate key error collection: ${namespace} index: ${this.spec.name} dup key: ${formatValue(keyValue)}`,
      { keyPattern: this.spec.key, keyValue },
    );
  }
}

/** Whether two indexes sort alike: the same fields, in the same order and directions. */
export function haveSameKey(a: IndexSpec, b: IndexSpec): boolean {
  return areEqual(a.key, b.key);
}

const PARTIAL_OPERATORS = ['$eq', '$exists', '$gt', '$gte', '$lt', '$lte'];

/**
 * Reads one entry of createIndexes.
 * @throws {DatabaseError} for kinds of indexes and options that we do not have
 */
export function readIndexSpec(description: Doc): IndexSpec {
  const { key, name, unique, partialFilterExpression, ...others } = description;
  for (const option of Object.keys(others))
    if (option !== 'v' && option !== 'background') throw refuse(`index option '${option}'`);
  if (!isDoc(key) || Object.keys(key).length === 0 || typeof name !== 'string' || name === '')
    throw new DatabaseError(67, 'An index needs a key pattern and a name');
  const fields: Record<string, 1 | -1> = {};
  for (const [path, direction] of Object.entries(key)) {
    if (direction !== 1 && direction !== -1)
      throw refuse(`index type ${formatValue(direction)} of '${path}'`);
    if (path.split('.').some((part) => part === '' || part.startsWith('$')))
      throw refuse(`the path '${path}' in an index`);
    fields[path] = direction;
  }
  if (partialFilterExpression !== undefined) checkPartialFilter(partialFilterExpression);
  return {
    name,
    key: fields,
    ...(Boolean(unique) && { unique: true }),
    ...(isDoc(partialFilterExpression) && { partialFilterExpression }),
  };
}

function checkPartialFilter(expression: Found): void {
  if (!isDoc(expression)) throw new DatabaseError(67, 'partialFilterExpression must be an object');
  compileFilter(expression);
  for (const [key, condition] of Object.entries(expression)) {
    const operators = isDoc(condition) ? Object.keys(condition) : [];
    const unknown = [key, ...operators].find(
      (name) => name.startsWith('$') && !PARTIAL_OPERATORS.includes(name),
    );
    if (unknown) throw refuse(`${unknown} in a partialFilterExpression`);
    if (isDoc(condition) && condition['$exists'] === false)
      throw refuse('$exists: false in a partialFilterExpression');
  }
}
