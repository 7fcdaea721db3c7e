import { DatabaseError, refuse } from './errors.ts';
import { getChild, isIndex } from './paths.ts';
import { compileElementTest, compileElemMatch } from './query.ts';
import {
  areEqual,
  checkFieldName,
  type Doc,
  type Found,
  formatValue,
  hasOperators,
  isDoc,
  type Value,
} from './values.ts';

/** @returns a new document; the old one does not change */
export type Update = (doc: Doc, filter: Doc) => Doc;

interface Operator {
  /** Whether missing fields on the way are created. */
  creates: boolean;
  /** @returns the field's new value, or undefined for none */
  apply(current: Found, operand: Value, path: string): Found;
}

const set: Operator = { creates: true, apply: (_current, operand) => operand };

/** `$setOnInsert` works like `$set`, on inserts only. */
const OPERATORS: Record<string, Operator> = {
  $set: set,
  $setOnInsert: set,
  $unset: { creates: false, apply: () => undefined },
  $inc: { creates: true, apply: increase },
  $push: {
    creates: true,
    apply: (current, operand, path) => [
      ...getArray(current, path),
      ...(isDoc(operand) && Array.isArray(operand['$each']) ? operand['$each'] : [operand]),
    ],
  },
  $addToSet: {
    creates: true,
    apply(current, operand, path) {
      const array = getArray(current, path);
      return array.some((item) => areEqual(item, operand)) ? array : [...array, operand];
    },
  },
  $pull: {
    creates: false,
    apply(current, operand, path) {
      if (current === undefined) return undefined;
      const array = getArray(current, path);
      // A document is a filter on the array's documents. Anything else is compared with each element.
      const isPulled = compileElementTest(isDoc(operand) ? operand : { $eq: operand });
      return array.filter((item) => !isPulled(item));
    },
  },
};

function increase(current: Found, operand: Value, path: string): Value {
  if (typeof operand !== 'number' || typeof (current ?? 0) !== 'number' || current === null)
    throw new DatabaseError(14, `Cannot apply $inc to '${path}': not both are numbers`);
  return Number(current ?? 0) + operand;
}

function getArray(value: Found, path: string): Value[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new DatabaseError(2, `The field '${path}' must be an array but is of another type`);
}

interface Change {
  operator: string;
  path: string;
  operand: Value;
}

/** Compiles an update, perhaps of an upsert. @throws {DatabaseError} for unsupported operators, and conflicts */
export function compileUpdate(update: Value, isInsert = false): Update {
  if (Array.isArray(update)) throw refuse('an update by a pipeline');
  if (!hasOperators(update)) throw refuse('an update that replaces the whole document');
  const changes = Object.entries(update).flatMap(([operator, fields]): Change[] => {
    if (!Object.hasOwn(OPERATORS, operator)) throw refuse(`update operator ${operator}`);
    if (!isDoc(fields)) throw new DatabaseError(9, `${operator} needs an object of fields`);
    return Object.entries(fields).map(([path, operand]) => ({ operator, path, operand }));
  });
  for (const change of changes) checkChange(change);
  const active = changes.filter(({ operator }) => isInsert || operator !== '$setOnInsert');
  // Like mongod, add new fields in the order of their names.
  const order = ({ path }: Change) => path.replaceAll('.', '\0');
  active.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  checkConflicts(active.map(({ path }) => path));
  return (doc, filter) => {
    const located = active.map((change) => ({
      change,
      parts: locateElement(doc, change.path.split('.'), filter),
    }));
    checkConflicts(located.map(({ parts }) => parts.join('.')));
    const changed = located.reduce<Found>(
      (current, { parts, change }) => applyChange(current, parts, change),
      doc,
    );
    return keepId(doc, changed as Doc);
  };
}

/** @throws {DatabaseError} 40 for equal paths, or a path within another one */
function checkConflicts(paths: string[]): void {
  for (const [i, path] of paths.entries())
    if (paths.some((other, j) => i !== j && `${path}.`.startsWith(`${other}.`)))
      throw new DatabaseError(40, `Updating the path '${path}' would create a conflict`);
}

function checkChange({ operator, path, operand }: Change): void {
  const parts = path.split('.');
  if (parts.some((part) => part.startsWith('$['))) throw refuse(`the path '${path}' in an update`);
  const fields = parts.filter((part, i) => i === 0 || part !== '$');
  if (fields.length < parts.length - 1) throw refuse(`the path '${path}' in an update`);
  fields.forEach(checkFieldName);
  if ((operator === '$push' || operator === '$addToSet') && hasOperators(operand)) {
    const refused = Object.keys(operand).find((key) => operator !== '$push' || key !== '$each');
    if (refused) throw refuse(`modifier ${refused} of ${operator}`);
  }
}

/** Replaces `$` with the position of the element that the filter's `$elemMatch` found. */
function locateElement(doc: Doc, parts: string[], filter: Doc): string[] {
  const at = parts.indexOf('$');
  if (at < 0) return parts;
  const path = parts.slice(0, at).join('.');
  const { [path]: condition, ...others } = filter;
  // With several conditions on the array, MongoDB doesn't define which element it is.
  const isClear = Object.keys(others).every(
    (key) => !key.startsWith('$') && !key.startsWith(`${path}.`),
  );
  const [operator, ...more] = isDoc(condition) ? Object.keys(condition) : [];
  if (!isClear || (condition !== undefined && (operator !== '$elemMatch' || more.length > 0)))
    throw refuse(`'${path}.$' with other than one $elemMatch on '${path}'`);
  const array = parts.slice(0, at).reduce<Found>(getChild, doc);
  const isMatch = isDoc(condition) && compileElemMatch(condition['$elemMatch'] ?? null);
  const position = isMatch && Array.isArray(array) ? array.findIndex(isMatch) : -1;
  if (position < 0)
    throw new DatabaseError(
      2,
      'The positional operator did not find the match needed from the query.',
    );
  return [...parts.slice(0, at), String(position), ...parts.slice(at + 1)];
}

/** @returns a changed copy of the value that holds the field, or undefined if there is none */
function applyChange(holder: Found, [part, ...rest]: string[], change: Change): Found {
  const { operator, path, operand } = change;
  const rule = OPERATORS[operator] ?? set;
  if (part === undefined) return rule.apply(holder, operand, path);
  if (holder === undefined && !rule.creates) return undefined;
  const isArray = Array.isArray(holder) && isIndex(part);
  if (holder !== undefined && !isDoc(holder) && !isArray) {
    if (operator === '$pull')
      throw refuse(`$pull from '${path}', which leads through another value,`);
    if (!rule.creates) return holder;
    throw new DatabaseError(
      28,
      `Cannot create field '${part}' of '${path}' in element ${formatValue(holder)}`,
    );
  }
  const child = applyChange(getChild(holder, part), rest, change);
  if (!isArray) {
    const { [part]: _before, ...others } = (holder ?? {}) as Doc;
    return child === undefined ? others : { ...(holder as Doc), [part]: child };
  }
  const position = Number(part);
  if (position >= holder.length && !rule.creates) return holder;
  if (position > holder.length) throw refuse(`'${path}' beyond the end of the array`);
  // Removing an array's element leaves null.
  return [...holder.slice(0, position), child ?? null, ...holder.slice(position + 1)];
}

/** Puts `_id` first, and checks that it has not changed. */
function keepId(before: Doc, { _id, ...fields }: Doc): Doc {
  const id = before['_id'];
  if (id !== undefined && !areEqual(_id, id))
    throw new DatabaseError(
      66,
      "Performing an update on the path '_id' would modify the immutable field '_id'",
    );
  return _id === undefined ? fields : { _id, ...fields };
}

/** The document that an upsert inserts: the fields that the filter compares for equality, with the update. */
export function buildUpsert(filter: Doc, update: Value): Doc {
  const seed: Doc = {};
  for (const [path, condition] of Object.entries(filter)) {
    if (path.startsWith('$') || path.includes('.'))
      throw refuse(`'${path}' in the filter of an upsert`);
    if (!hasOperators(condition)) seed[path] = condition;
    else if ('$eq' in condition || '$in' in condition)
      throw refuse(`${Object.keys(condition).join()} in the filter of an upsert`);
  }
  return compileUpdate(update, true)(seed, filter);
}
