import { DatabaseError, refuse } from './errors.ts';
import { getChild, isIndex } from './paths.ts';
import { findMatchedElement } from './positional.ts';
import { compileFilter, hasOperators } from './query.ts';
import { UPDATE_OPERATORS } from './update-operators.ts';
import {
  areEqual,
  cloneDoc,
  type Doc,
  type Found,
  formatValue,
  isDoc,
  type Value,
} from './values.ts';

/** Padding an array with nulls stops here, as in mongod. */
const MAX_PADDING = 1_500_000;

/** @returns a new document; the old one stays as it is */
export type Update = (doc: Doc, filter: Doc, isInsert: boolean) => Doc;

interface Change {
  operator: string;
  path: string;
  operand: Value;
}

/**
 * Compiles an update: operators, or a document to put in the place of the old one.
 * @throws {DatabaseError} for operators that we do not have
 */
export function compileUpdate(update: Value, arrayFilters: Value = []): Update {
  if (Array.isArray(update)) throw refuse('an update by a pipeline');
  if (!isDoc(update)) throw new DatabaseError(9, 'an update must be an object');
  if (isReplacement(update))
    return (doc) => keepId(doc, doc['_id'] === undefined ? update : { _id: doc['_id'], ...update });
  const changes = Object.entries(update).flatMap(([operator, fields]): Change[] => {
    if (!Object.hasOwn(UPDATE_OPERATORS, operator)) throw refuse(`update operator ${operator}`);
    if (!isDoc(fields))
      throw new DatabaseError(
        9,
        `Modifiers operate on fields but we found another type in ${operator}`,
      );
    return Object.entries(fields).map(([path, operand]) => ({ operator, path, operand }));
  });
  changes.forEach(({ path }) => checkPath(path));
  const elementTests = compileArrayFilters(arrayFilters, changes);
  return (doc, filter, isInsert) => {
    const active = changes.filter(({ operator }) => isInsert || operator !== '$setOnInsert');
    const concrete = active.flatMap((change) =>
      expandPath(doc, change.path, filter, elementTests).map((parts) => ({ ...change, parts })),
    );
    // New fields come in the order of their names, as in mongod.
    concrete.sort((a, b) => comparePaths(a.parts, b.parts));
    const conflict = findConflict(concrete.map(({ parts }) => parts))?.join('.');
    if (conflict !== undefined)
      throw new DatabaseError(
        40,
        `Updating the path '${conflict}' would create a conflict at '${conflict}'`,
      );
    const changed = cloneDoc(doc);
    for (const { parts, ...change } of concrete) applyChange(changed, parts, change);
    return keepId(doc, changed);
  };
}

/** Whether an update puts a whole document in the place of the old one. */
export function isReplacement(update: Value): boolean {
  return isDoc(update) && !hasOperators(update);
}

/** The `_id` comes first and stays what it is. */
function keepId(before: Doc, { _id, ...fields }: Doc): Doc {
  const id = before['_id'];
  if (id !== undefined && !areEqual(_id, id))
    throw new DatabaseError(
      66,
      "Performing an update on the path '_id' would modify the immutable field '_id'",
    );
  return _id === undefined ? fields : { _id, ...fields };
}

/** @throws {DatabaseError} for paths that no document may have */
export function checkPath(path: string): void {
  for (const part of path.split('.')) {
    if (part === '')
      throw new DatabaseError(56, `The update path '${path}' contains an empty field name`);
    if (part === '__proto__') throw refuse("the field name '__proto__'");
    if (part.startsWith('$') && part !== '$' && !/^\$\[\w*\]$/.test(part))
      throw new DatabaseError(
        52,
        `The dollar ($) prefixed field '${part}' in '${path}' is not valid for storage.`,
      );
  }
  if (path === '$' || path.startsWith('$') || path.split('$').length > 2)
    throw refuse(`the path '${path}' in an update`);
}

type ElementTest = (element: Value) => boolean;

/** The filters of `$[name]`, each an object whose paths begin with that name. */
function compileArrayFilters(arrayFilters: Value, changes: Change[]): Map<string, ElementTest> {
  if (!Array.isArray(arrayFilters)) throw new DatabaseError(14, 'arrayFilters must be an array');
  const tests = new Map<string, ElementTest>();
  for (const filter of arrayFilters) {
    if (!isDoc(filter)) throw new DatabaseError(14, 'an array filter must be an object');
    const names = new Set(Object.keys(filter).map((path) => path.split('.')[0] ?? ''));
    const [name = ''] = names;
    if (names.size !== 1 || name.startsWith('$')) throw refuse('an array filter on several names');
    if (!changes.some(({ path }) => path.split('.').includes(`$[${name}]`)))
      throw new DatabaseError(
        9,
        `The array filter for identifier '${name}' was not used in the update`,
      );
    if (tests.has(name))
      throw new DatabaseError(
        9,
        `Found multiple array filters with the same top-level field name ${name}`,
      );
    // The element takes the place of the name, so that paths and whole elements are tested alike.
    const predicate = compileFilter(filter);
    tests.set(name, (element) => predicate({ [name]: element }));
  }
  return tests;
}

/** The paths without `$`, `$[]` and `$[name]` that a path of an update stands for. */
function expandPath(
  doc: Doc,
  path: string,
  filter: Doc,
  elementTests: Map<string, ElementTest>,
): string[][] {
  const parts = path.split('.');
  const at = parts.findIndex((part) => part.startsWith('$'));
  if (at < 0) return [parts];
  const arrayPath = parts.slice(0, at);
  const array = arrayPath.reduce<Found>(
    (holder, part) => (holder === undefined ? undefined : getChild(holder, part)),
    doc,
  );
  const mark = parts[at];
  if (!Array.isArray(array)) {
    if (mark === '$') findMatchedElement(filter, arrayPath.join('.'), []);
    throw new DatabaseError(
      2,
      `The path '${arrayPath.join('.')}' must exist in the document in order to apply array updates.`,
    );
  }
  const rest = parts.slice(at + 1);
  if (mark === '$') {
    const position = findMatchedElement(filter, arrayPath.join('.'), array);
    return [[...arrayPath, String(position), ...rest]];
  }
  const name = mark?.slice(2, -1) ?? '';
  const test = name === '' ? () => true : elementTests.get(name);
  if (!test)
    throw new DatabaseError(2, `No array filter found for identifier '${name}' in path '${path}'`);
  return array.flatMap((element, i) => (test(element) ? [[...arrayPath, String(i), ...rest]] : []));
}

/** Orders paths as mongod makes new fields: by name, part by part. */
export function comparePaths(a: string[], b: string[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [partA = '', partB = ''] = [a[i], b[i]];
    if (partA === partB) continue;
    if (isIndex(partA) !== isIndex(partB)) return isIndex(partA) ? -1 : 1;
    if (isIndex(partA)) return Number(partA) - Number(partB);
    return partA < partB ? -1 : 1;
  }
  return a.length - b.length;
}

/**
 * @param sorted so that a path stands right before those that it contains
 * @returns a path that another one contains or is equal to
 */
export function findConflict(sorted: string[][]): string[] | undefined {
  return sorted.find((path, i) => sorted[i - 1]?.every((part, depth) => path[depth] === part));
}

/** Makes one change, in place. @param parts where, without `$` */
export function applyChange(doc: Doc, parts: string[], { operator, path, operand }: Change): void {
  const rule = UPDATE_OPERATORS[operator];
  const last = parts.at(-1);
  const holder = findHolder(doc, parts.slice(0, -1), rule?.creates ?? false);
  if (!rule || last === undefined || holder === undefined) return;
  if (Array.isArray(holder) && !isIndex(last)) {
    if (!rule.creates) return;
    throw notViable(last, parts.at(-2) ?? '', holder);
  }
  const current = getChild(holder, last);
  const value = rule.apply(current, operand, { path, docId: doc['_id'] });
  if (value !== undefined) return putChild(holder, last, value);
  if (current === undefined) return;
  // In an array the place stays, empty.
  if (Array.isArray(holder)) holder[Number(last)] = null;
  else delete holder[last];
}

function findHolder(doc: Doc, parts: string[], creates: boolean): Doc | Value[] | undefined {
  let holder: Doc | Value[] = doc;
  for (const [i, part] of parts.entries()) {
    if (Array.isArray(holder) && !isIndex(part)) {
      if (!creates) return undefined;
      throw notViable(part, parts[i - 1] ?? '', holder);
    }
    let child = getChild(holder, part);
    if (child === undefined) {
      if (!creates) return undefined;
      child = {};
      putChild(holder, part, child);
    }
    if (!isDoc(child) && !Array.isArray(child)) {
      if (!creates) return undefined;
      throw notViable(parts[i + 1] ?? '', part, child);
    }
    holder = child;
  }
  return holder;
}

function notViable(field: string, name: string, value: Value): DatabaseError {
  return new DatabaseError(
    28,
    `Cannot create field '${field}' in element {${name}: ${formatValue(value)}}`,
  );
}

function putChild(holder: Doc | Value[], part: string, value: Value): void {
  if (!Array.isArray(holder)) {
    holder[part] = value;
    return;
  }
  const position = Number(part);
  if (position > holder.length + MAX_PADDING)
    throw new DatabaseError(2, `can't backfill more than ${MAX_PADDING} elements`);
  while (holder.length < position) holder.push(null);
  holder[position] = value;
}
