import { BSONRegExp, calculateObjectSize, Double, Int32, Long, ObjectId, Timestamp } from 'bson';
import { DatabaseError, refuse } from './errors.ts';

/** The values that the database knows. Numbers are all alike: integers and doubles compare by value. */
export type Value = null | boolean | number | string | Date | ObjectId | BSONRegExp | Value[] | Doc;

/** A stored document, a filter, a command: fields in order. Stored ones are never changed in place. */
export interface Doc {
  [field: string]: Value;
}

/** What stands at a path: a value, or nothing. */
export type Found = Value | undefined;

/** mongod's limit on a document. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** Levels of nesting, mongod's limit less what a command wraps around a document. */
const MAX_DEPTH = 180;
const SURROGATE = /[\ud800-\udfff]/;

export function isDoc(value: unknown): value is Doc {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/**
 * Turns what bson read (with its types kept apart) into values of ours.
 * @throws {DatabaseError} for every type that could not be given back or compared as MongoDB does
 */
export function toValue(raw: unknown, path: string, depth = 0): Value {
  if (depth > MAX_DEPTH) throw new DatabaseError(15, `Document is nested too deeply at ${path}`);
  if (raw === null || typeof raw === 'string' || typeof raw === 'boolean') return raw;
  if (raw instanceof Int32 || raw instanceof Double) return raw.value;
  if (raw instanceof ObjectId || raw instanceof BSONRegExp) return raw;
  if (raw instanceof Date && !Number.isNaN(raw.getTime())) return raw;
  // A Timestamp is a Long too.
  const isWhole = raw instanceof Long && !(raw instanceof Timestamp);
  if (isWhole && Number.isSafeInteger(raw.toNumber())) return raw.toNumber();
  if (Array.isArray(raw)) return raw.map((item, i) => toValue(item, `${path}.${i}`, depth + 1));
  if (isDoc(raw)) {
    const doc: Doc = {};
    for (const [field, value] of Object.entries(raw)) {
      if (field === '__proto__') throw refuse("the field name '__proto__'");
      doc[field] = toValue(value, path ? `${path}.${field}` : field, depth + 1);
    }
    return doc;
  }
  const type = raw === undefined ? 'undefined' : (Object(raw).constructor.name as string);
  throw refuse(`the value of type ${type} in ${path}`);
}

/**
 * Refuses what may stand in a filter but not in the database.
 * @throws {DatabaseError} for bad field names, regular expressions, and documents over 16 MB
 */
export function checkStorable(doc: Doc): void {
  checkNames(doc);
  const bytes = calculateObjectSize(doc);
  if (bytes > MAX_DOCUMENT_BYTES)
    throw new DatabaseError(
      10334,
      `object to insert too large. size in bytes: ${bytes}, max size: ${MAX_DOCUMENT_BYTES}`,
    );
}

function checkNames(value: Value): void {
  if (value instanceof BSONRegExp) throw refuse('a regular expression as a stored value');
  if (Array.isArray(value)) return value.forEach(checkNames);
  if (!isDoc(value)) return;
  for (const [field, inner] of Object.entries(value)) {
    if (field === '') throw new DatabaseError(56, 'An empty field name is not valid for storage.');
    if (field.startsWith('$'))
      throw new DatabaseError(
        52,
        `The dollar ($) prefixed field '${field}' is not valid for storage.`,
      );
    if (field.includes('.')) throw refuse(`the field name '${field}' with a dot`);
    checkNames(inner);
  }
}

function cloneValue(value: Value): Value {
  if (Array.isArray(value)) return value.map(cloneValue);
  if (value instanceof Date) return new Date(value);
  return isDoc(value) ? cloneDoc(value) : value;
}

export function cloneDoc(doc: Doc): Doc {
  return Object.fromEntries(
    Object.entries(doc).map(([field, value]) => [field, cloneValue(value)]),
  );
}

/** Place of a value's type in MongoDB's order of types; nothing (an empty array's content) comes first. */
export function rankType(value: Found): number {
  if (value === undefined) return 0;
  if (value === null) return 1;
  if (typeof value === 'number') return 2;
  if (typeof value === 'string') return 3;
  if (Array.isArray(value)) return 5;
  if (value instanceof ObjectId) return 6;
  if (typeof value === 'boolean') return 7;
  if (value instanceof Date) return 8;
  if (value instanceof BSONRegExp) return 9;
  return 4;
}

/** MongoDB's order of values of all types. @returns below, at or above zero */
export function compareValues(a: Found, b: Found): number {
  const byType = rankType(a) - rankType(b);
  if (byType !== 0) return byType;
  if (typeof a === 'string') return compareTexts(a, b as string);
  if (typeof a === 'number') return compareNumbers(a, b as number);
  if (typeof a === 'boolean') return Number(a) - Number(b);
  if (a instanceof Date) return a.getTime() - (b as Date).getTime();
  if (a instanceof ObjectId) return Buffer.compare(a.id, (b as ObjectId).id);
  if (Array.isArray(a)) return compareLists(a, b as Value[]);
  if (a instanceof BSONRegExp) {
    const other = b as BSONRegExp;
    return compareTexts(a.pattern, other.pattern) || compareTexts(a.options, other.options);
  }
  return isDoc(a) ? compareDocs(a, b as Doc) : 0;
}

export function areEqual(a: Found, b: Found): boolean {
  return compareValues(a, b) === 0;
}

/** Not a number comes before all numbers. */
function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
  return a < b ? -1 : Number(a > b);
}

/** By UTF-8 bytes, as MongoDB; JavaScript's own order differs from it only where surrogates are. */
function compareTexts(a: string, b: string): number {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : Number(a > b);
}

function compareLists(a: Value[], b: Value[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Field by field in their order: type, then name, then value. */
function compareDocs(a: Doc, b: Doc): number {
  const fieldsA = Object.entries(a);
  const fieldsB = Object.entries(b);
  for (const [i, [nameA, valueA]] of fieldsA.entries()) {
    const other = fieldsB[i];
    if (!other) return 1;
    const order =
      rankType(valueA) - rankType(other[1]) ||
      compareTexts(nameA, other[0]) ||
      compareValues(valueA, other[1]);
    if (order !== 0) return order;
  }
  return fieldsA.length - fieldsB.length;
}

/** A value as mongod writes it in its messages. */
export function formatValue(value: Found): string {
  if (typeof value === 'string') return `"${value}"`;
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`;
  if (Array.isArray(value)) return `[ ${value.map(formatValue).join(', ')} ]`;
  if (!isDoc(value)) return String(value);
  const fields = Object.entries(value).map(([field, inner]) => `${field}: ${formatValue(inner)}`);
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}
