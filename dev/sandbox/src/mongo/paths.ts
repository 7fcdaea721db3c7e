import { refuse } from './errors.ts';
import { type Doc, encodeValue, type Found, isDoc, type Value } from './values.ts';

/** The field of a document, or the element of an array. */
export function getChild(holder: Found, part: string): Found {
  if (Array.isArray(holder)) return isIndex(part) ? holder[Number(part)] : undefined;
  return isDoc(holder) && Object.hasOwn(holder, part) ? holder[part] : undefined;
}

export function isIndex(part: string): boolean {
  return /^\d+$/.test(part);
}

/**
 * Finds the values at a dotted path as MongoDB's queries do: it continues in each document of an array. The result has
 * `undefined` for each missing value. An array without documents gives nothing.
 */
export function findAtPath(root: Value, path: string): Found[] {
  return findAtParts(root, path.split('.'));
}

/** The same, for who splits the path once for many documents. */
export function findAtParts(root: Value, parts: string[]): Found[] {
  let value: Found = root;
  for (let depth = 0; depth < parts.length; depth += 1) {
    if (Array.isArray(value)) return findInArrays(value, parts, depth);
    value = getChild(value, parts[depth]!);
  }
  return [value];
}

function findInArrays(root: Value, parts: string[], start: number): Found[] {
  const found: Found[] = [];
  walk(root, start);
  return found;

  function walk(value: Value, depth: number): void {
    const part = parts[depth];
    if (part === undefined) return void found.push(value);
    if (Array.isArray(value)) for (const item of value) if (isDoc(item)) walk(item, depth);
    const child = getChild(value, part);
    if (child !== undefined) walk(child, depth + 1);
    else if (!Array.isArray(value)) found.push(undefined);
  }
}

/**
 * Lists a document's keys at a path, for indexes and sorting. An array has a key for each element. There is at least
 * one key: null for a missing value, `undefined` (which comes before null) for an empty array.
 */
export function listKeys(doc: Doc, path: string): { keys: Found[]; isMultikey: boolean } {
  // Most fields are this simple, and a start lists a million keys.
  const value = path.includes('.') ? [] : getChild(doc, path);
  if (!Array.isArray(value)) return { keys: [value ?? null], isMultikey: false };
  const found = findAtPath(doc, path);
  const keys = found.flatMap((value) => {
    if (Array.isArray(value)) return value.length > 0 ? value : [undefined];
    return [value ?? null];
  });
  const isMultikey = leadsThroughArray(doc, path) || found.some(Array.isArray);
  return { keys: keys.length > 0 ? keys : [null], isMultikey };
}

/** Whether a dotted path goes through an array on its way to a value. An array at its end doesn't count. */
function leadsThroughArray(doc: Doc, path: string): boolean {
  let holder: Found = doc;
  for (const part of path.split('.')) {
    if (Array.isArray(holder)) return true;
    holder = getChild(holder, part);
  }
  return false;
}

/** Sorts by an array's lowest or highest key, like MongoDB. @throws {DatabaseError} for a path through an array */
export function sortBy<T>(items: T[], docOf: (item: T) => Doc, sort: Doc): T[] {
  const fields = Object.entries(sort);
  const keyed = items.map((item) => {
    const keys = fields.map(([path, direction]) => {
      if (leadsThroughArray(docOf(item), path))
        throw refuse(`sorting by '${path}' through an array`);
      const { keys: found } = listKeys(docOf(item), path);
      if (found.length === 1) return encodeValue(found[0]);
      const candidates = found.map(encodeValue).sort();
      return candidates.at(direction === 1 ? 0 : -1) ?? '';
    });
    return { item, keys };
  });
  keyed.sort((a, b) => {
    for (const [i, [, direction]] of fields.entries()) {
      const [keyA = '', keyB = ''] = [a.keys[i], b.keys[i]];
      if (keyA !== keyB) return keyA < keyB ? -Number(direction) : Number(direction);
    }
    return 0;
  });
  return keyed.map(({ item }) => item);
}
