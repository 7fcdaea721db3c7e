import { Context, evalExpr, ProcessingMode } from 'mingo/core';
import {
  $add,
  $and,
  $concat,
  $cond,
  $dateToString,
  $divide,
  $filter,
  $ifNull,
  $literal,
  $map,
  $multiply,
  $or,
  $subtract,
} from 'mingo/operators/expression';
import type { Any, ExpressionOperator, Options } from 'mingo/types';
import { DatabaseError, refuse } from './errors.ts';
import {
  areEqual,
  cloneDoc,
  compareValues,
  type Doc,
  type Found,
  isDoc,
  type Value,
} from './values.ts';

type Operator = (doc: Any, operand: Any, options: Options) => Any;

/** mingo compares object ids, lists and missing values otherwise than MongoDB: these are ours. */
function compareWith(isWanted: (order: number) => boolean): Operator {
  return (doc, operand, options) => {
    const [a, b] = evalExpr(doc, operand, options) as Found[];
    return isWanted(compareValues(a, b));
  };
}

/** mingo gives null for what is no array; MongoDB stops. */
const $size: Operator = (doc, operand, options) => {
  const [value] = [evalExpr(doc, operand, options)].flatMap((found) =>
    Array.isArray(operand) ? (found as Found[]) : [found],
  );
  if (!Array.isArray(value))
    throw new DatabaseError(2, 'The argument to $size must be an array, but was of another type');
  return value.length;
};

const $in: Operator = (doc, operand, options) => {
  const [value, array] = evalExpr(doc, operand, options) as Found[];
  if (!Array.isArray(array))
    throw new DatabaseError(2, '$in requires an array as a second argument');
  return array.some((item) => areEqual(item, value));
};

/** To the even neighbour when exactly between two, as MongoDB. */
const $round: Operator = (doc, operand, options) => {
  const [value, places = 0] = [evalExpr(doc, operand, options)].flat() as [number, number?];
  if (value === null || value === undefined) return null;
  if (typeof value !== 'number' || !Number.isInteger(places) || places < 0 || places > 20)
    throw new DatabaseError(2, '$round needs a number and 0 to 20 places');
  const up = Number(value.toFixed(places));
  const isBetween = Math.abs(value * 10 ** places) % 1 === 0.5;
  return isBetween ? (2 * Math.round((value * 10 ** places) / 2)) / 10 ** places : up;
};

/** mingo takes an empty text for false; in MongoDB only null, zero and false are. */
const $not: Operator = (doc, operand, options) => {
  const [value] = [evalExpr(doc, operand, options)].flat() as Found[];
  return value === undefined || value === null || value === 0 || value === false;
};

const OPERATORS: Record<`$${string}`, ExpressionOperator> = {
  $eq: compareWith((order) => order === 0),
  $ne: compareWith((order) => order !== 0),
  $gt: compareWith((order) => order > 0),
  $gte: compareWith((order) => order >= 0),
  $lt: compareWith((order) => order < 0),
  $lte: compareWith((order) => order <= 0),
  $in,
  $size,
  $round,
  $add,
  $and,
  $concat,
  $cond,
  $dateToString,
  $divide,
  $filter,
  $ifNull,
  $literal,
  $map,
  $multiply,
  $not,
  $or,
  $subtract,
};
const PAIRS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$subtract', '$divide'];

const OPTIONS: Options = {
  idKey: '_id',
  processingMode: ProcessingMode.CLONE_OFF,
  useStrictMode: true,
  scriptEnabled: false,
  failOnError: true,
  context: Context.init({ expression: OPERATORS }),
};

const SYSTEM_VARIABLES = ['ROOT'];

export type Expression = (doc: Doc) => Found;

/**
 * Compiles an expression of an aggregation; mingo evaluates it.
 * @throws {DatabaseError} for operators and variables that are not in the list above
 */
export function compileExpression(expression: Value): Expression {
  checkExpression(expression, SYSTEM_VARIABLES);
  // mingo changes what it is given; documents of the database never change.
  return (doc) => dropMissing(evaluate(cloneDoc(doc), expression));
}

function evaluate(doc: Doc, expression: Value): Found {
  try {
    return evalExpr(doc, expression, OPTIONS) as Found;
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(2, `The expression failed: ${(error as Error).message}`);
  }
}

function checkExpression(expression: Value, variables: string[]): void {
  if (typeof expression === 'string' && expression.startsWith('$')) {
    const [name = '', ...fields] = expression.slice(1).split('.');
    if (name.startsWith('$') && !variables.includes(name.slice(1)))
      throw refuse(`the variable ${expression}`);
    if (name === '' || fields.some((field) => field === '' || /^\d+$|^\$/.test(field)))
      throw refuse(`the path '${expression}' in an expression`);
    return;
  }
  if (Array.isArray(expression))
    return expression.forEach((part) => checkExpression(part, variables));
  if (!isDoc(expression)) return;
  const keys = Object.keys(expression);
  const operator = keys.find((key) => key.startsWith('$'));
  if (operator === undefined)
    return Object.values(expression).forEach((part) => checkExpression(part, variables));
  if (keys.length > 1 || !Object.hasOwn(OPERATORS, operator))
    throw refuse(`expression operator ${operator}`);
  const operand = expression[operator] ?? null;
  if (operator === '$literal') return;
  if (PAIRS.includes(operator) && !(Array.isArray(operand) && operand.length === 2))
    throw new DatabaseError(2, `Expression ${operator} takes exactly 2 arguments`);
  if (operator === '$dateToString') checkDateFormat(operand);
  if (operator !== '$filter' && operator !== '$map') return checkExpression(operand, variables);
  // mingo forgets the outer variable in the inner loop.
  if (variables !== SYSTEM_VARIABLES) throw refuse(`${operator} within another loop`);
  if (!isDoc(operand)) throw new DatabaseError(2, `${operator} only supports an object`);
  const { as = 'this', ...parts } = operand;
  checkExpression(parts, [...variables, String(as)]);
}

/** mingo's weeks and zones are not MongoDB's. */
function checkDateFormat(operand: Value): void {
  const { date, format, ...others } = isDoc(operand) ? operand : {};
  const isPlain = typeof format === 'string' && !/%[^YmdHMSL]/.test(format);
  if (date === undefined || !isPlain || Object.keys(others).length > 0)
    throw refuse('$dateToString with other than a date and a format of %Y %m %d %H %M %S %L');
}

/** Fields without a value are left out. */
function dropMissing(value: Found): Found {
  if (Array.isArray(value)) return value.map((item) => dropMissing(item) ?? null);
  if (!isDoc(value)) return value;
  const kept: Doc = {};
  for (const [field, inner] of Object.entries(value)) {
    const clean = dropMissing(inner);
    if (clean !== undefined) kept[field] = clean;
  }
  return kept;
}
