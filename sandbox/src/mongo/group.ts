import { serialize } from 'bson';
import { DatabaseError, refuse } from './errors.ts';
import { compileExpression } from './expressions.ts';
import { areEqual, compareValues, type Doc, type Found, isDoc, type Value } from './values.ts';

/** What an accumulator makes of the values of a group; `undefined` among them is a missing one. */
type Accumulator = (values: Found[]) => Value;

const ACCUMULATORS: Record<string, Accumulator> = {
  $sum: (values) => sum(values.filter(isNumber)),
  $avg(values) {
    const numbers = values.filter(isNumber);
    return numbers.length > 0 ? sum(numbers) / numbers.length : null;
  },
  $min: (values) => pickExtreme(values, -1),
  $max: (values) => pickExtreme(values, 1),
  $first: (values) => values[0] ?? null,
  $last: (values) => values.at(-1) ?? null,
  $push: (values) => values.filter((value) => value !== undefined),
  $addToSet: listDistinct,
};

/** Compiles `$group`. @throws {DatabaseError} for accumulators and expressions that we do not have */
export function compileGroup(spec: Value): (docs: Doc[]) => Doc[] {
  if (!isDoc(spec) || spec['_id'] === undefined)
    throw new DatabaseError(2, 'a group specification must include an _id');
  const { _id, ...fields } = spec;
  const getId = compileExpression(_id);
  const computed = Object.entries(fields).map(([field, accumulation]) => {
    const [[name, operand] = ['', null], ...others] = isDoc(accumulation)
      ? Object.entries(accumulation)
      : [];
    const accumulate = Object.hasOwn(ACCUMULATORS, name) ? ACCUMULATORS[name] : undefined;
    if (!accumulate || others.length > 0 || field.includes('.') || field.startsWith('$'))
      throw refuse(`accumulator ${name} of '${field}'`);
    return { field, accumulate, getValue: compileExpression(operand) };
  });
  return (docs) => {
    const groups = new Map<string, { id: Value; members: Doc[] }>();
    for (const doc of docs) {
      const id = getId(doc) ?? null;
      const key = serializeKey(id);
      const group = groups.get(key) ?? { id, members: [] };
      groups.set(key, group);
      group.members.push(doc);
    }
    return [...groups.values()].map(({ id, members }) => {
      const result: Doc = { _id: id };
      for (const { field, accumulate, getValue } of computed)
        result[field] = accumulate(members.map(getValue));
      return result;
    });
  };
}

/** Each value once, in the order of their first appearance. */
export function listDistinct(values: Found[]): Value[] {
  const distinct = new Map<string, Value>();
  for (const value of values)
    if (value !== undefined && !distinct.has(serializeKey(value)))
      distinct.set(serializeKey(value), value);
  return [...distinct.values()];
}

/** Equal values have the same text. */
function serializeKey(value: Value): string {
  return Buffer.from(serialize({ value: areEqual(value, 0) ? 0 : value })).toString('latin1');
}

function isNumber(value: Found): value is number {
  return typeof value === 'number';
}

/** Neumaier's sum: MongoDB too keeps what plain addition of doubles rounds away. */
function sum(numbers: number[]): number {
  let total = 0;
  let lost = 0;
  for (const number of numbers) {
    const next = total + number;
    lost += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total;
    total = next;
  }
  return Number.isFinite(total) ? total + lost : total;
}

function pickExtreme(values: Found[], direction: 1 | -1): Value {
  const present = values.filter((value) => value !== undefined && value !== null);
  return present.reduce<Value>(
    (best, value) =>
      best === null || compareValues(value, best) * direction > 0 ? (value ?? null) : best,
    null,
  );
}
