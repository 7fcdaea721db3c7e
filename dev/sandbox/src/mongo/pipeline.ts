import { DatabaseError, refuse } from './errors.ts';
import { compileExpression } from './expressions.ts';
import { sortBy } from './paths.ts';
import { compileProjection } from './projection.ts';
import { compileFilter } from './query.ts';
import {
  areEqual,
  type Doc,
  encodeValue,
  type Found,
  formatValue,
  isDoc,
  type Value,
} from './values.ts';

type Stage = (docs: Doc[]) => Doc[];

const STAGES: Record<string, (spec: Value) => Stage> = {
  $match(spec) {
    const isMatch = compileFilter(spec);
    return (docs) => docs.filter(isMatch);
  },
  $sort(spec) {
    const sort = readSort(spec);
    return (docs) => sortBy(docs, (doc) => doc, sort);
  },
  $limit(spec) {
    const count = readStageCount(spec);
    return (docs) => docs.slice(0, count);
  },
  $count(spec) {
    if (typeof spec !== 'string' || spec === '' || /[.$]/.test(spec))
      throw new DatabaseError(2, 'the count field must be a non-empty name');
    return (docs) => (docs.length > 0 ? [{ [spec]: docs.length }] : []);
  },
  $project(spec) {
    if (!isDoc(spec) || Object.keys(spec).length === 0)
      throw new DatabaseError(2, '$project needs an object with at least one field');
    const project = compileProjection(spec, (_path, value) => compileExpression(value));
    return (docs) => docs.map(project);
  },
  $unwind(spec) {
    if (typeof spec !== 'string' || !/^\$[^$.]+$/.test(spec))
      throw refuse(`${formatValue(spec)} as $unwind`);
    const field = spec.slice(1);
    return (docs) =>
      docs.flatMap((doc) => {
        const value = doc[field] ?? [];
        return Array.isArray(value) ? value.map((item) => ({ ...doc, [field]: item })) : [doc];
      });
  },
  $group: compileGroup,
};

/** Compiles a pipeline. @throws {DatabaseError} for unsupported stages */
function compilePipeline(pipeline: Doc[]): Stage {
  const stages = pipeline.map((stage) => {
    const [[name, spec] = ['', null], ...others] = Object.entries(stage);
    const compile = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
    if (!compile || others.length > 0) throw refuse(`aggregation stage ${name}`);
    return compile(spec);
  });
  return (docs) => stages.reduce((current, stage) => stage(current), docs);
}

/** What drivers send to count documents. */
const COUNTING: Doc = { $group: { _id: 1, n: { $sum: 1 } } };

function countAs(count: number): Doc[] {
  return count > 0 ? [{ _id: 1, n: count }] : [];
}

/** Splits off the first stages, which an index can do: `$match`, `$sort`, `$limit`. `run` does the others. */
export function splitPipeline(pipeline: Found): {
  filter: Doc;
  sort: Doc;
  limit: number;
  run: Stage;
  /** Set if it only counts the matches of the filter: what it answers for so many. */
  countAs?: (count: number) => Doc[];
} {
  if (!Array.isArray(pipeline) || !pipeline.every(isDoc))
    throw new DatabaseError(14, "'pipeline' must be an array of objects");
  compilePipeline(pipeline);
  const [first, second] = pipeline;
  const filter = isDoc(first?.['$match']) ? first['$match'] : undefined;
  const sort = (filter ? second : first)?.['$sort'];
  const sorted = Number(filter !== undefined) + Number(sort !== undefined);
  const limit = pipeline[sorted]?.['$limit'];
  const done = sorted + Number(limit !== undefined);
  return {
    filter: filter ?? {},
    sort: readSort(sort),
    limit: limit === undefined ? 0 : readStageCount(limit),
    run: compilePipeline(pipeline.slice(done)),
    ...(filter && pipeline.length === 2 && areEqual(second ?? null, COUNTING) && { countAs }),
  };
}

/** @throws {DatabaseError} for anything but fields with 1 or -1 */
export function readSort(sort: Found = {}): Doc {
  if (isDoc(sort) && Object.values(sort).every((value) => value === 1 || value === -1)) return sort;
  throw refuse(`the sort ${formatValue(sort)}`);
}

function readStageCount(spec: Value): number {
  if (typeof spec === 'number' && Number.isInteger(spec) && spec > 0) return spec;
  throw new DatabaseError(2, `invalid number of documents: ${formatValue(spec)}`);
}

function compileGroup(spec: Value): Stage {
  const { _id, ...fields } = isDoc(spec) ? spec : {};
  if (_id === undefined) throw new DatabaseError(2, 'a group specification must include an _id');
  const getId = compileExpression(_id);
  const sums = Object.entries(fields).map(([field, accumulation]) => {
    const [[name, operand] = ['', null], ...others] = Object.entries(
      isDoc(accumulation) ? accumulation : {},
    );
    if (name !== '$sum' || others.length > 0) throw refuse(`accumulator ${name} of '${field}'`);
    if (/[.$]/.test(field)) throw refuse(`the computed path '${field}'`);
    return [field, compileExpression(operand)] as const;
  });
  return (docs) => {
    const groups = new Map<string, { id: Value; members: Doc[] }>();
    for (const doc of docs) {
      const id = getId(doc) ?? null;
      const name = encodeValue(id);
      const group = groups.get(name);
      if (group) group.members.push(doc);
      else groups.set(name, { id, members: [doc] });
    }
    return [...groups.values()].map(({ id, members }) => ({
      _id: id,
      ...Object.fromEntries(
        sums.map(([field, getValue]) => [field, sum(members.map((doc) => getValue(doc)))]),
      ),
    }));
  };
}

/** Neumaier's sum. Like MongoDB, it avoids rounding errors of doubles, and skips values that are not numbers. */
function sum(values: Found[]): number {
  let total = 0;
  let lost = 0;
  for (const number of values) {
    if (typeof number !== 'number') continue;
    const next = total + number;
    lost += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total;
    total = next;
  }
  return Number.isFinite(total) ? total + lost : total;
}
