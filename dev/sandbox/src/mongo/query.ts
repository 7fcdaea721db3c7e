import { DatabaseError, refuse } from './errors.ts';
import { compileExpression, isTrue } from './expressions.ts';
import { findAtParts } from './paths.ts';
import { ObjectId } from 'bson';
import { encodeValue, formatValue, type Found, hasOperators, isDoc, type Value } from './values.ts';

/** `all` tests the values at a path, `one` a single value: nearly all paths have only one, which is no list. */
type Test = { all: (found: Found[]) => boolean; one: (value: Found) => boolean };
export type Predicate = (doc: Value) => boolean;

/** Compiles a filter. @param isOfElement MongoDB allows no `$expr` there @throws {DatabaseError} if unsupported */
export function compileFilter(filter: Value, isOfElement = false): Predicate {
  if (!isDoc(filter)) throw new DatabaseError(14, 'a filter must be an object');
  const predicates = Object.entries(filter).map(([key, condition]): Predicate => {
    if (!key.startsWith('$')) return compileField(key, condition);
    if (key === '$expr' && !isOfElement) {
      const compute = compileExpression(condition);
      return (doc) => isDoc(doc) && isTrue(compute(doc));
    }
    if (key !== '$and' && key !== '$or') throw refuse(`query operator ${key}`);
    if (!Array.isArray(condition) || condition.length === 0)
      throw new DatabaseError(2, `${key} must be a nonempty array`);
    const parts = condition.map((part) => compileFilter(part, isOfElement));
    if (key === '$and') return (doc) => parts.every((part) => part(doc));
    return (doc) => parts.some((part) => part(doc));
  });
  const [first] = predicates;
  if (first && predicates.length === 1) return first;
  return (doc) => predicates.every((predicate) => predicate(doc));
}

function compileField(path: string, condition: Value): Predicate {
  const parts = path.split('.');
  if (parts.some((part) => part === '' || part.startsWith('$')))
    throw refuse(`the path '${path}' in a filter`);
  const test = compileCondition(condition);
  return (doc) => {
    const found = findAtParts(doc, parts);
    if (found.length === 1 && !Array.isArray(found[0])) return test.one(found[0]);
    return test.all(found);
  };
}

function compileCondition(condition: Value): Test {
  if (!hasOperators(condition)) return compileOperator('$eq', condition);
  const { $options, ...operators } = condition;
  if ($options !== undefined && operators['$regex'] === undefined)
    throw new DatabaseError(2, '$options needs a $regex');
  const tests = Object.entries(operators).map(([operator, operand]) =>
    compileOperator(operator, operand, $options),
  );
  const [first] = tests;
  if (first && tests.length === 1) return first;
  return {
    all: (found) => tests.every(({ all }) => all(found)),
    one: (value) => tests.every(({ one }) => one(value)),
  };
}

function compileOperator(operator: string, operand: Value, options: Value = ''): Test {
  switch (operator) {
    case '$eq':
      return compileIn([operand]);
    case '$ne':
      return not(compileIn([operand]));
    case '$in':
      if (!Array.isArray(operand)) throw new DatabaseError(2, '$in needs an array');
      return compileIn(operand);
    case '$gt':
      return compileRange(operator, operand, (key, limit) => key > limit);
    case '$gte':
      return compileRange(operator, operand, (key, limit) => key >= limit);
    case '$lt':
      return compileRange(operator, operand, (key, limit) => key < limit);
    case '$lte':
      return compileRange(operator, operand, (key, limit) => key <= limit);
    case '$exists':
      if (typeof operand !== 'boolean') throw refuse('a value of $exists that is not a boolean');
      return {
        all: (found) => found.some((value) => value !== undefined) === operand,
        one: (value) => (value !== undefined) === operand,
      };
    case '$regex': {
      const regex = compileRegex(operand, options);
      return some((value) => typeof value === 'string' && regex.test(value));
    }
    case '$not':
      if (!hasOperators(operand)) throw refuse('$not without an operator');
      return not(compileCondition(operand));
    case '$elemMatch': {
      const test = compileElemMatch(operand);
      return {
        all: (found) => found.some((value) => Array.isArray(value) && value.some(test)),
        one: (value) => Array.isArray(value) && value.some(test),
      };
    }
    default:
      throw refuse(`query operator ${operator}`);
  }
}

/** Most operators test an array and each of its elements. */
function some(isMatch: (value: Found) => boolean): Test {
  const isAny = (value: Found) => isMatch(value) || (Array.isArray(value) && value.some(isMatch));
  return { all: (found) => found.some(isAny), one: isMatch };
}

function not({ all, one }: Test): Test {
  return { all: (found) => !all(found), one: (value) => !one(value) };
}

/** Equality with one of several values; null also means missing. */
function compileIn(operands: Value[]): Test {
  const operator = operands.find(hasOperators);
  if (operator) throw refuse(`${formatValue(operator)} as a value`);
  const keys = new Set(operands.map(nameValue));
  return some((value) => keys.has(nameValue(value ?? null)));
}

/** The same for equal values only. Nearly all values that are looked for are texts and ids: their code is costly. */
function nameValue(value: Value): string {
  if (typeof value === 'string') return `"${value}`;
  return value instanceof ObjectId ? value.toHexString() : encodeValue(value);
}

/** Compares values of the same type only. NaN never matches. */
function compileRange(
  operator: string,
  operand: Value,
  isWithin: <Key extends string | number>(key: Key, limit: Key) => boolean,
): Test {
  if (operand === null || Array.isArray(operand) || isDoc(operand) || Number.isNaN(operand))
    throw refuse(`${operator} with ${formatValue(operand)}`);
  if (typeof operand === 'number')
    return some((value) => typeof value === 'number' && isWithin(value, operand));
  if (operand instanceof Date) {
    const limit = operand.getTime();
    return some((value) => value instanceof Date && isWithin(value.getTime(), limit));
  }
  const limit = encodeValue(operand);
  // Texts without surrogates sort in UTF-16 as in UTF-8, and to encode each costs most of the time.
  const text = typeof operand === 'string' && !SURROGATE.test(operand) ? operand : undefined;
  return some((value) => {
    if (text !== undefined && typeof value === 'string' && !SURROGATE.test(value))
      return isWithin(value, text);
    const key = encodeValue(value);
    return key[0] === limit[0] && isWithin(key, limit);
  });
}

const SURROGATE = /[\ud800-\udfff]/;

/** Compiles an escaped text that may be anywhere in a value. Refuses all other regular expressions. */
function compileRegex(pattern: Value, options: Value): RegExp {
  if (typeof pattern !== 'string') throw new DatabaseError(2, '$regex has to be a string');
  if (options !== 'i' && options !== '') throw refuse(`$options ${formatValue(options)}`);
  const source = pattern.replace(
    /\\(.?)|[$()*+.?[\]^{|}]/gsu,
    (token, escaped: string | undefined) => {
      if (escaped === undefined || /^$|[\p{L}\p{N}]/u.test(escaped))
        throw refuse(`'${token}' in a regular expression`);
      return `\\u{${escaped.codePointAt(0)?.toString(16)}}`;
    },
  );
  return new RegExp(source, `u${options}`);
}

/** Compiles `$elemMatch` for one element. @throws {DatabaseError} for a field of an inner array */
export function compileElemMatch(condition: Value): (element: Value) => boolean {
  const test = compileElementTest(condition);
  if (isValueTest(condition)) return test;
  return (element) => {
    if (Array.isArray(element)) throw refuse('$elemMatch with fields over an array of arrays');
    return test(element);
  };
}

/** Whether a condition tests the value of an element, and not its fields. */
function isValueTest(condition: Value): boolean {
  return hasOperators(condition) && !('$and' in condition) && !('$or' in condition);
}

/** Compiles a condition on one element of an array: a filter on documents, or operators on any value. */
export function compileElementTest(condition: Value): (element: Value) => boolean {
  if (!isDoc(condition)) throw new DatabaseError(2, '$elemMatch needs an Object');
  if (isValueTest(condition)) {
    return compileCondition(condition).one;
  }
  const predicate = compileFilter(condition, true);
  return (element) => isDoc(element) && predicate(element);
}
