import { DatabaseError, refuse } from './errors.ts';
import { compileElementTest, compileValueTest, hasOperators } from './query.ts';
import { BSONRegExp } from 'bson';
import { areEqual, compareValues, type Found, formatValue, isDoc, type Value } from './values.ts';

/** Where an operator is at work, for its messages. */
export interface Target {
  path: string;
  docId: Found;
}

export interface UpdateOperator {
  /** Makes the way to the field where it is missing. */
  creates: boolean;
  /** @returns what the field becomes; undefined: it goes or stays away */
  apply(current: Found, operand: Value, target: Target): Found;
}

const set: UpdateOperator = { creates: true, apply: (_current, operand) => operand };

/** The operators of an update, by name. `$setOnInsert` is `$set` where a document is made. */
export const UPDATE_OPERATORS: Record<string, UpdateOperator> = {
  $set: set,
  $setOnInsert: set,
  $unset: { creates: false, apply: () => undefined },
  $inc: { creates: true, apply: increase },
  $min: {
    creates: true,
    apply: (current, operand) =>
      current === undefined || compareValues(operand, current) < 0 ? operand : current,
  },
  $max: {
    creates: true,
    apply: (current, operand) =>
      current === undefined || compareValues(operand, current) > 0 ? operand : current,
  },
  $push: {
    creates: true,
    apply(current, operand, target) {
      const { items, slice } = readItems('$push', operand, ['$each', '$slice']);
      return cut([...getArray(current, target), ...items], slice);
    },
  },
  $addToSet: {
    creates: true,
    apply(current, operand, target) {
      const array = [...getArray(current, target)];
      for (const item of readItems('$addToSet', operand, ['$each']).items)
        if (!array.some((other) => areEqual(other, item))) array.push(item);
      return array;
    },
  },
  $pull: { creates: false, apply: pull },
};

function increase(current: Found, operand: Value, { path, docId }: Target): Value {
  if (typeof operand !== 'number')
    throw new DatabaseError(
      14,
      `Cannot increment with non-numeric argument: {${path}: ${formatValue(operand)}}`,
    );
  if (current === undefined) return operand;
  if (typeof current !== 'number')
    throw new DatabaseError(
      14,
      `Cannot apply $inc to a value of non-numeric type. {_id: ${formatValue(docId)}} has the field '${path}' of non-numeric type`,
    );
  return current + operand;
}

function getArray(current: Found, { path, docId }: Target): Value[] {
  if (current === undefined) return [];
  if (Array.isArray(current)) return current;
  throw new DatabaseError(
    2,
    `The field '${path}' must be an array but is of another type in document {_id: ${formatValue(docId)}}`,
  );
}

/** The values to add: one, or those of `$each`. */
function readItems(
  operator: string,
  operand: Value,
  known: string[],
): { items: Value[]; slice: number | undefined } {
  if (!hasOperators(operand)) return { items: [operand], slice: undefined };
  const unknown = Object.keys(operand).find((modifier) => !known.includes(modifier));
  if (unknown) throw refuse(`modifier ${unknown} of ${operator}`);
  const { $each: items, $slice: slice } = operand;
  if (!Array.isArray(items))
    throw new DatabaseError(2, `The argument to $each in ${operator} must be an array`);
  if (slice !== undefined && !Number.isInteger(slice))
    throw new DatabaseError(2, 'The value for $slice must be an integer value');
  return { items, slice: typeof slice === 'number' ? slice : undefined };
}

function cut(array: Value[], slice: number | undefined): Value[] {
  if (slice === undefined) return array;
  if (slice === 0) return [];
  return slice > 0 ? array.slice(0, slice) : array.slice(slice);
}

function pull(current: Found, operand: Value): Found {
  if (current === undefined) return undefined;
  if (!Array.isArray(current))
    throw new DatabaseError(2, 'Cannot apply $pull to a non-array value');
  const isPulled = compilePull(operand);
  return current.filter((element) => !isPulled(element));
}

/** A document is a filter on the array's documents, operators and all else a test of each element. */
function compilePull(operand: Value): (element: Value) => boolean {
  if (isDoc(operand)) return compileElementTest(operand);
  if (operand instanceof BSONRegExp) return compileValueTest(operand);
  return (element) => areEqual(element, operand);
}
