import { DatabaseError, refuse } from './errors.ts';
import { getChild } from './paths.ts';
import { areEqual, type Doc, encodeValue, type Found, formatValue, isDoc } from './values.ts';
import type { Value } from './values.ts';

/** Computes a value from a document and the variables of `$filter`. */
export type Expression = (doc: Doc, variables?: Doc) => Found;

/** Each operator gets the values of its arguments. */
const OPERATORS: Record<string, { count?: number; apply: (args: Found[]) => Found }> = {
  $eq: { count: 2, apply: ([a, b]) => areEqual(a, b) },
  $gt: { count: 2, apply: ([a, b]) => encodeValue(a) > encodeValue(b) },
  $lt: { count: 2, apply: ([a, b]) => encodeValue(a) < encodeValue(b) },
  $and: { apply: (args) => args.every(isTrue) },
  $cond: { count: 3, apply: ([test, yes, no]) => (isTrue(test) ? yes : no) },
  $size: { count: 1, apply: countElements },
};

/**
 * Compiles an expression of an aggregation, or of `$expr` in a filter.
 * @param names the variables that it may use
 * @throws {DatabaseError} for unsupported operators, variables and forms
 */
export function compileExpression(expression: Value, names: string[] = []): Expression {
  if (typeof expression === 'string' && expression.startsWith('$'))
    return compilePath(expression, names);
  if (Array.isArray(expression)) throw refuse('a list as an expression');
  if (!isDoc(expression)) return () => expression;
  const [[name = '', operand] = [], ...others] = Object.entries(expression);
  if (name === '$filter') return compileLoop(operand ?? null, names);
  if (/^\w+$/.test(name)) return compileDocument(expression, names);
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  const isNamed = isDoc(operand) && !Object.keys(operand)[0]?.startsWith('$');
  if (!operator || isNamed || others.length > 0)
    throw refuse(`expression ${formatValue(expression)}`);
  const { count, apply } = operator;
  const args = (Array.isArray(operand) ? operand : [operand ?? null]).map((argument) =>
    compileExpression(argument, names),
  );
  if (count !== undefined && args.length !== count)
    throw new DatabaseError(2, `Expression ${name} takes exactly ${count} arguments`);
  const [first, second] = args;
  // Nearly all have two, and are computed for each element of each document.
  if (first && second && args.length === 2)
    return (doc, variables) => apply([first(doc, variables), second(doc, variables)]);
  return (doc, variables) => apply(args.map((argument) => argument(doc, variables)));
}

/** A document with computed fields. A field whose value is missing is left out. */
function compileDocument(fields: Doc, names: string[]): Expression {
  if (!Object.keys(fields).every((name) => /^\w+$/.test(name)))
    throw refuse(`expression ${formatValue(fields)}`);
  const compiled = Object.entries(fields).map(
    ([name, value]) => [name, compileExpression(value, names)] as const,
  );
  return (doc, variables) => {
    const made: Doc = {};
    for (const [name, getValue] of compiled) {
      const value = getValue(doc, variables);
      if (value !== undefined) made[name] = value;
    }
    return made;
  };
}

/** Compiles `$field.inner` or `$$variable.inner`. Through an array, it returns a list of its documents' values. */
function compilePath(path: string, names: string[]): Expression {
  const isVariable = path.startsWith('$$');
  const parts = path.slice(isVariable ? 2 : 1).split('.');
  if (isVariable && !names.includes(parts[0] ?? '')) throw refuse(`the variable ${path}`);
  if (parts.some((part) => /^$|^\d+$|^\$/.test(part)))
    throw refuse(`the path '${path}' in an expression`);
  return (doc, variables = {}) => getInner(isVariable ? variables : doc, parts, path);
}

function getInner(root: Found, parts: string[], path: string, start = 0): Found {
  let value = root;
  for (let depth = start; depth < parts.length; depth += 1) {
    if (Array.isArray(value)) {
      // MongoDB skips inner arrays.
      if (value.some(Array.isArray))
        throw refuse(`the path '${path}' through an array of arrays in an expression`);
      return value
        .map((item) => getInner(item, parts, path, depth))
        .filter((item) => item !== undefined);
    }
    value = getChild(value, parts[depth]!);
    if (value === undefined) return undefined;
  }
  return value;
}

function compileLoop(spec: Value, names: string[]): Expression {
  const { input, as = 'this', cond, ...others } = isDoc(spec) ? spec : {};
  if (input === undefined || cond === undefined || typeof as !== 'string')
    throw new DatabaseError(9, '$filter needs input, cond and a name');
  const [option] = Object.keys(others);
  if (option) throw refuse(`option ${option} of $filter`);
  const getArray = compileExpression(input, names);
  const isWanted = compileExpression(cond, [...names, as]);
  return (doc, variables) => {
    const array = getArray(doc, variables) ?? null;
    if (array === null) return null;
    if (!Array.isArray(array)) throw new DatabaseError(2, 'input to $filter must be an array');
    const scope = { ...variables };
    return array.filter((item) => {
      scope[as] = item;
      return isTrue(isWanted(doc, scope));
    });
  };
}

/** In MongoDB everything is true except for false, null, 0 and a missing value. */
export function isTrue(value: Found): boolean {
  return value !== undefined && value !== null && value !== 0 && value !== false;
}

function countElements([array]: Found[]): number {
  if (Array.isArray(array)) return array.length;
  throw new DatabaseError(2, 'The argument to $size must be an array, but was of another type');
}
