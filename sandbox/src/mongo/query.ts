import { BSONRegExp, ObjectId } from 'bson';
import { DatabaseError, refuse } from './errors.ts';
import { findAtPath } from './paths.ts';
import { compileRegex } from './regex.ts';
import {
  areEqual,
  compareValues,
  type Doc,
  formatValue,
  type Found,
  isDoc,
  rankType,
  type Value,
} from './values.ts';

/** What a path leads to; `candidates` has the elements of arrays too, as most operators look at both. */
interface Place {
  found: Found[];
  candidates: Found[];
}
type Test = (place: Place) => boolean;
export type Predicate = (doc: Value) => boolean;

/**
 * Compiles a filter, with MongoDB's meaning of null, missing fields and arrays.
 * @throws {DatabaseError} for operators that it does not have
 */
export function compileFilter(filter: Value): Predicate {
  if (!isDoc(filter)) throw new DatabaseError(14, 'a filter must be an object');
  const predicates = Object.entries(filter).map(([key, condition]): Predicate => {
    if (!key.startsWith('$')) return compileField(key, condition);
    if (key !== '$and' && key !== '$or' && key !== '$nor') throw refuse(`query operator ${key}`);
    if (!Array.isArray(condition) || condition.length === 0)
      throw new DatabaseError(2, `${key} must be a nonempty array`);
    const parts = condition.map(compileFilter);
    if (key === '$and') return (doc) => parts.every((part) => part(doc));
    const isWanted = key === '$or';
    return (doc) => parts.some((part) => part(doc)) === isWanted;
  });
  return (doc) => predicates.every((predicate) => predicate(doc));
}

function compileField(path: string, condition: Value): Predicate {
  if (path.split('.').some((part) => part === '' || part.startsWith('$')))
    throw refuse(`the path '${path}' in a filter`);
  const test = compileCondition(condition);
  return (doc) => {
    const found = findAtPath(doc, path);
    return test({ found, candidates: found.flatMap(withElements) });
  };
}

function withElements(value: Found): Found[] {
  return Array.isArray(value) ? [...value, value] : [value];
}

/** Compiles a condition to be tried on one value alone, as on an element of an array. */
export function compileValueTest(condition: Value): (value: Value) => boolean {
  const test = compileCondition(condition);
  return (value) => test({ found: [value], candidates: [value] });
}

/** Whether a condition is made of operators, and not a value to be equal to. */
export function hasOperators(condition: Found): condition is Doc {
  return isDoc(condition) && Object.keys(condition)[0]?.startsWith('$') === true;
}

function compileCondition(condition: Value): Test {
  if (condition instanceof BSONRegExp) return compileRegexTest(condition, undefined);
  if (!hasOperators(condition)) return compileOperator('$eq', condition, {});
  const tests = Object.entries(condition)
    .filter(([operator]) => operator !== '$options' || condition['$regex'] === undefined)
    .map(([operator, operand]) => compileOperator(operator, operand, condition));
  return (place) => tests.every((test) => test(place));
}

function compileOperator(operator: string, operand: Value, all: Doc): Test {
  if (operand instanceof BSONRegExp && operator !== '$regex' && operator !== '$not')
    throw refuse(`a regular expression in ${operator}`);
  switch (operator) {
    case '$eq':
      return some((value) => isSame(value, operand));
    case '$ne':
      return not(compileOperator('$eq', operand, all));
    case '$gt':
      return some((value) => isComparable(value, operand) && compareValues(value, operand) > 0);
    case '$lt':
      return some((value) => isComparable(value, operand) && compareValues(value, operand) < 0);
    case '$gte':
      return either(compileOperator('$eq', operand, all), compileOperator('$gt', operand, all));
    case '$lte':
      return either(compileOperator('$eq', operand, all), compileOperator('$lt', operand, all));
    case '$in':
      return compileIn(operator, operand);
    case '$nin':
      return not(compileIn(operator, operand));
    case '$exists':
      if (typeof operand !== 'boolean' && typeof operand !== 'number')
        throw refuse('a value of $exists that is no boolean');
      return ({ found }) => found.some((value) => value !== undefined) === Boolean(operand);
    case '$not':
      if (!hasOperators(operand) && !(operand instanceof BSONRegExp))
        throw new DatabaseError(2, '$not needs a regex or a document');
      return not(compileCondition(operand));
    case '$regex':
      return compileRegexTest(operand, all['$options']);
    case '$size':
      if (!Number.isInteger(operand) || Number(operand) < 0)
        throw new DatabaseError(2, '$size must be a non-negative integer');
      return ({ found }) => found.some((value) => Array.isArray(value) && value.length === operand);
    case '$elemMatch': {
      const test = compileElementTest(operand);
      return ({ found }) => found.some((value) => Array.isArray(value) && value.some(test));
    }
    case '$type':
      return compileType(operand);
    default:
      throw refuse(`query operator ${operator}`);
  }
}

function some(isMatch: (value: Found) => boolean): Test {
  return ({ candidates }) => candidates.some(isMatch);
}

function not(test: Test): Test {
  return (place) => !test(place);
}

function either(a: Test, b: Test): Test {
  return (place) => a(place) || b(place);
}

/** Equality of a query: null also means missing. */
function isSame(value: Found, operand: Value): boolean {
  return areEqual(value ?? null, operand);
}

/** Only values of one type are below or above each other, and what is not a number is neither. */
function isComparable(value: Found, operand: Value): boolean {
  if (Number.isNaN(value) || Number.isNaN(operand)) return false;
  return rankType(value) === rankType(operand) && operand !== null;
}

function compileIn(operator: string, operand: Value): Test {
  if (!Array.isArray(operand)) throw new DatabaseError(2, `${operator} needs an array`);
  if (operand.some((item) => item instanceof BSONRegExp || hasOperators(item)))
    throw refuse(`a regular expression or an operator in ${operator}`);
  return some((value) => operand.some((item) => isSame(value, item)));
}

function compileRegexTest(operand: Value, options: Found): Test {
  const inner = operand instanceof BSONRegExp ? operand : undefined;
  const pattern = inner?.pattern ?? operand;
  const flags = options ?? inner?.options ?? '';
  if (typeof pattern !== 'string') throw new DatabaseError(2, '$regex has to be a string');
  if (typeof flags !== 'string') throw new DatabaseError(2, '$options has to be a string');
  const regex = compileRegex({ pattern, options: flags });
  return some((value) => typeof value === 'string' && regex.test(value));
}

/** The test of one element by `$elemMatch`: a filter on documents, or operators on any value. */
export function compileElementTest(condition: Value): (element: Value) => boolean {
  if (!isDoc(condition)) throw new DatabaseError(2, '$elemMatch needs an Object');
  const [first] = Object.keys(condition);
  const isOnValues = first?.startsWith('$') && !['$and', '$or', '$nor'].includes(first);
  if (isOnValues) return compileValueTest(condition);
  const predicate = compileFilter(condition);
  return (element) => isDoc(element) && predicate(element);
}

const TYPES: Record<string, (value: Value) => boolean> = {
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  object: isDoc,
  array: Array.isArray,
  objectId: (value) => value instanceof ObjectId,
  date: (value) => value instanceof Date,
  null: (value) => value === null,
};

/** Kinds of numbers can't be asked for: they are all kept alike. */
function compileType(operand: Value): Test {
  const tests = (Array.isArray(operand) ? operand : [operand]).map((name) => {
    const test = typeof name === 'string' && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (!test) throw refuse(`$type ${formatValue(name)}`);
    return test;
  });
  return some((value) => value !== undefined && tests.some((test) => test(value)));
}
