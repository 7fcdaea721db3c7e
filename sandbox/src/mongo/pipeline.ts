import { readSort, sortDocs } from './collection.ts';
import { DatabaseError, refuse } from './errors.ts';
import { compileExpression, type Expression } from './expressions.ts';
import { compileGroup } from './group.ts';
import { compileFieldChoice, flattenSpec } from './projection.ts';
import { compileFilter } from './query.ts';
import { type Doc, type Found, isDoc, type Value } from './values.ts';

type Stage = (docs: Doc[]) => Doc[];

const STAGES: Record<string, (spec: Value) => Stage> = {
  $match(spec) {
    const isMatch = compileFilter(spec);
    return (docs) => docs.filter(isMatch);
  },
  $sort(spec) {
    const sort = readSort(spec);
    return (docs) => {
      const sorted = [...docs];
      sortDocs(sorted, (doc) => doc, sort);
      return sorted;
    };
  },
  $skip(spec) {
    const count = readCount('$skip', spec, 0);
    return (docs) => docs.slice(count);
  },
  $limit(spec) {
    const count = readCount('$limit', spec, 1);
    return (docs) => docs.slice(0, count);
  },
  $count(spec) {
    if (typeof spec !== 'string' || spec === '' || /[.$]/.test(spec))
      throw new DatabaseError(2, 'the count field must be a non-empty name');
    return (docs) => (docs.length > 0 ? [{ [spec]: docs.length }] : []);
  },
  $project: compileProject,
  $addFields: compileAddFields,
  $set: compileAddFields,
  $unwind: compileUnwind,
  $group: compileGroup,
};

/** Compiles a pipeline. @throws {DatabaseError} for stages that we do not have */
export function compilePipeline(pipeline: Doc[]): Stage {
  const stages = pipeline.map((stage) => {
    const [[name, spec] = ['', null], ...others] = Object.entries(stage);
    const compile = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
    if (!compile || others.length > 0) throw refuse(`aggregation stage ${name}`);
    return compile(spec);
  });
  return (docs) => stages.reduce((current, stage) => stage(current), docs);
}

/**
 * Splits off what an index can do: a leading `$match`, and a `$sort` right behind it.
 * @returns the filter, the sort order, and the stages that remain
 */
export function splitPipeline(pipeline: Found): { filter: Doc; sort: Doc; rest: Doc[] } {
  if (!Array.isArray(pipeline) || !pipeline.every(isDoc))
    throw new DatabaseError(14, "'pipeline' must be an array of objects");
  compilePipeline(pipeline);
  const filter = pipeline[0]?.['$match'];
  const sort = pipeline[filter === undefined ? 0 : 1]?.['$sort'];
  return {
    filter: isDoc(filter) ? filter : {},
    sort: isDoc(sort) ? sort : {},
    rest: pipeline.slice(Number(filter !== undefined) + Number(sort !== undefined)),
  };
}

function readCount(stage: string, spec: Value, lowest: number): number {
  if (typeof spec !== 'number' || !Number.isInteger(spec) || spec < lowest)
    throw new DatabaseError(2, `invalid argument to ${stage} stage: ${JSON.stringify(spec)}`);
  return spec;
}

function compileProject(spec: Value): Stage {
  if (!isDoc(spec) || Object.keys(spec).length === 0)
    throw new DatabaseError(2, '$project needs an object with at least one field');
  const plain: Doc = {};
  const computed: [string, Expression][] = [];
  for (const [path, value] of Object.entries(flattenSpec(spec))) {
    if (typeof value === 'number' || typeof value === 'boolean') plain[path] = value;
    else computed.push(compileField(path, value));
  }
  if (computed.length === 0) {
    const chooseFields = compileFieldChoice(plain);
    return (docs) => docs.map(chooseFields);
  }
  // Computed fields make it an inclusion, even if `_id: 0` is all that stands beside them.
  const isIdOnly = Object.keys(plain).every((path) => path === '_id');
  if (!isIdOnly && Object.entries(plain).some(([path, value]) => path !== '_id' && !value))
    throw refuse('a $project that both excludes and computes fields');
  const keepsId = plain['_id'] === undefined || Boolean(plain['_id']);
  const choose = isIdOnly
    ? (doc: Doc): Doc => (keepsId && doc['_id'] !== undefined ? { _id: doc['_id'] } : {})
    : compileFieldChoice(plain);
  return (docs) => docs.map((doc) => addFields(choose(doc), doc, computed));
}

function compileAddFields(spec: Value): Stage {
  if (!isDoc(spec)) throw new DatabaseError(2, '$addFields needs an object');
  const computed = Object.entries(flattenSpec(spec)).map(([path, value]) =>
    compileField(path, value),
  );
  return (docs) => docs.map((doc) => addFields({ ...doc }, doc, computed));
}

function compileField(path: string, value: Value): [string, Expression] {
  if (path.includes('.') || path.startsWith('$')) throw refuse(`the computed path '${path}'`);
  return [path, compileExpression(value)];
}

function addFields(target: Doc, source: Doc, computed: [string, Expression][]): Doc {
  for (const [field, compute] of computed) {
    const value = compute(source);
    if (value !== undefined) target[field] = value;
    else delete target[field];
  }
  return target;
}

function compileUnwind(spec: Value): Stage {
  const {
    path,
    preserveNullAndEmptyArrays = false,
    ...others
  }: Doc = isDoc(spec) ? spec : { path: spec };
  if (typeof path !== 'string' || !/^\$[^$.]+$/.test(path))
    throw refuse(`the path ${JSON.stringify(path)} of $unwind`);
  const [option] = Object.keys(others);
  if (option) throw refuse(`option ${option} of $unwind`);
  const field = path.slice(1);
  return (docs) =>
    docs.flatMap((doc) => {
      const { [field]: value, ...rest } = doc;
      if (Array.isArray(value) && value.length > 0)
        return value.map((item) => ({ ...doc, [field]: item }));
      const isEmpty = value === undefined || value === null || Array.isArray(value);
      if (!isEmpty) return [doc];
      if (!preserveNullAndEmptyArrays) return [];
      return [Array.isArray(value) ? rest : doc];
    });
}
