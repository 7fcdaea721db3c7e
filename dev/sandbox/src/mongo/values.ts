import { calculateObjectSize, Double, Int32, Long, ObjectId, Timestamp } from 'bson';
import { DatabaseError, refuse } from './errors.ts';

/** The values that the database supports. All numbers compare by value. */
export type Value = null | boolean | number | string | Date | ObjectId | Value[] | Doc;

/** A document, filter or command, with its fields in order. Stored documents are never changed in place. */
export interface Doc {
  [field: string]: Value;
}

/** The value at a path, or undefined if there is none. */
export type Found = Value | undefined;

/** mongod's limit on a document. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** Levels of nesting: mongod's limit minus the levels of a command. */
const MAX_DEPTH = 180;

export function isDoc(value: unknown): value is Doc {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Whether a value consists of operators, so that it is not a value to compare with. */
export function hasOperators(value: Found): value is Doc {
  return isDoc(value) && Object.keys(value)[0]?.startsWith('$') === true;
}

/** Converts bson's values into ours. @throws {DatabaseError} for types that we can't treat as MongoDB does */
export function toValue(raw: unknown, path: string, depth = 0): Value {
  if (depth > MAX_DEPTH) throw new DatabaseError(15, `Document is nested too deeply at ${path}`);
  if (raw === null || typeof raw === 'string' || typeof raw === 'boolean') return raw;
  if (raw instanceof Int32 || raw instanceof Double) return raw.value;
  if (raw instanceof ObjectId) return raw;
  if (raw instanceof Date && !Number.isNaN(raw.getTime())) return raw;
  // A Timestamp is also a Long.
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

/** @returns the size in bytes @throws {DatabaseError} for bad field names, and documents over 16 MB */
export function checkStorable(doc: Doc): number {
  checkNames(doc);
  const bytes = calculateObjectSize(doc);
  if (bytes <= MAX_DOCUMENT_BYTES) return bytes;
  const limit = `size in bytes: ${bytes}, max size: ${MAX_DOCUMENT_BYTES}`;
  throw new DatabaseError(10334, `object to insert too large. ${limit}`);
}

function checkNames(value: Value): void {
  if (Array.isArray(value)) return value.forEach(checkNames);
  if (!isDoc(value)) return;
  for (const [field, inner] of Object.entries(value)) {
    checkFieldName(field);
    if (field.includes('.')) throw refuse(`the field name '${field}' with a dot`);
    checkNames(inner);
  }
}

/** @throws {DatabaseError} for a name that no stored field may have */
export function checkFieldName(field: string): void {
  if (field === '') throw new DatabaseError(56, 'An empty field name is not valid for storage.');
  if (field === '__proto__') throw refuse("the field name '__proto__'");
  if (!field.startsWith('$')) return;
  throw new DatabaseError(52, `The dollar ($) prefixed field '${field}' is not valid for storage.`);
}

/**
 * Encodes a value as a text. The texts sort as MongoDB sorts the values and their types. Equal values have the same
 * text. No text is a prefix of another one, so texts can be joined.
 * https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/
 * @param value `undefined` (missing, or an empty array) comes first
 */
export function encodeValue(value: Found): string {
  if (value === undefined) return '0';
  if (value === null) return '1';
  if (typeof value === 'number') return `2${encodeNumber(value)}`;
  if (typeof value === 'string') return `3${encodeText(value)}`;
  if (Array.isArray(value)) return `5${value.map(encodeValue).join('')}\0`;
  if (value instanceof ObjectId) return `6${value.toHexString()}`;
  if (typeof value === 'boolean') return `7${Number(value)}`;
  if (value instanceof Date) return `8${encodeNumber(value.getTime())}`;
  // Documents compare field by field: type, then name, then value.
  const fields = Object.entries(value).map(([field, inner]) => {
    const encoded = encodeValue(inner);
    return `${encoded[0]}${encodeText(field)}${encoded}`;
  });
  return `4${fields.join('')}\0`;
}

/** UTF-8 bytes with an end mark that sorts before all other bytes. */
function encodeText(text: string): string {
  // eslint-disable-next-line no-control-regex -- Most texts: each letter is its own byte, and none is an end mark.
  if (/^[\x02-\x7f]*$/.test(text)) return `${text}\0`;
  const bytes = Buffer.from(text).toString('latin1');
  return `${bytes.replaceAll('\x01', '\x01\x02').replaceAll('\0', '\x01\x01')}\0`;
}

/** The bits of a double, changed so that they sort like the numbers. NaN comes first. */
function encodeNumber(number: number): string {
  if (Number.isNaN(number)) return '\0'.repeat(8);
  // Zero and minus zero are equal.
  DOUBLE.writeDoubleBE(number === 0 ? 0 : number);
  const mask = number < 0 ? 0xff : 0;
  for (let i = 0; i < 8; i += 1) DOUBLE[i]! ^= i === 0 ? mask || 0x80 : mask;
  return DOUBLE.toString('latin1');
}

/** Room for one number. */
const DOUBLE = Buffer.alloc(8);

export function areEqual(a: Found, b: Found): boolean {
  if (typeof a === 'object' && typeof b === 'object') return encodeValue(a) === encodeValue(b);
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** Each value once, in the order of first appearance. */
export function listDistinct(values: Value[]): Value[] {
  const distinct = new Map<string, Value>();
  for (const value of values) {
    const key = encodeValue(value);
    if (!distinct.has(key)) distinct.set(key, value);
  }
  return [...distinct.values()];
}

/** A value as mongod writes it in its messages. */
export function formatValue(value: Found): string {
  if (typeof value === 'string') return `"${value}"`;
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (Array.isArray(value)) return `[ ${value.map(formatValue).join(', ')} ]`;
  if (!isDoc(value)) return String(value);
  const fields = Object.entries(value).map(([field, inner]) => `${field}: ${formatValue(inner)}`);
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}
