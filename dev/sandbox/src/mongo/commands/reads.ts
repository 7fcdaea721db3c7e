import type { Document } from 'bson';
import type { Query } from '../collection.ts';
import type { Database } from '../database.ts';
import { DatabaseError, refuse } from '../errors.ts';
import { findAtPath } from '../paths.ts';
import { readSort, splitPipeline } from '../pipeline.ts';
import type { Plan } from '../planner.ts';
import { compileFindProjection } from '../projection.ts';
import { type Doc, isDoc, listDistinct } from '../values.ts';
import { readCount, readDoc, readDocs, readNamespace } from './command.ts';

export function find(database: Database, command: Doc): Document {
  const namespace = readNamespace(command, 'find');
  const project = compileFindProjection(readDoc(command, 'projection'));
  const found = database.open(namespace).find(readQuery('find', command));
  const docs = found.map(({ doc }) => project(doc));
  const isSingle = command['singleBatch'] === true;
  const batchSize = readCount(command, 'batchSize');
  return { cursor: database.cursors.start(namespace, docs, batchSize, isSingle) };
}

export function aggregate(database: Database, command: Doc): Document {
  const namespace = readNamespace(command, 'aggregate');
  const { run, countAs, ...query } = splitPipeline(command['pipeline']);
  const collection = database.open(namespace);
  const docs = countAs
    ? countAs(collection.count(query.filter))
    : run(collection.find(query).map(({ doc }) => doc));
  const batchSize = readCount(readDoc(command, 'cursor'), 'batchSize');
  return { cursor: database.cursors.start(namespace, docs, batchSize) };
}

export function count(database: Database, command: Doc): Document {
  const collection = database.open(readNamespace(command, 'count'));
  const query = { ...readQuery('find', command), filter: readDoc(command, 'query') };
  const isWhole = !query.skip && !query.limit;
  return { n: isWhole ? collection.count(query.filter) : collection.find(query).length };
}

export function distinct(database: Database, command: Doc): Document {
  const key = command['key'];
  if (typeof key !== 'string' || key === '') throw new DatabaseError(14, "'key' must be a string");
  const collection = database.open(readNamespace(command, 'distinct'));
  const values = collection
    .find({ filter: readDoc(command, 'query') })
    .flatMap(({ doc }) => findAtPath(doc, key).flat())
    .filter((value) => value !== undefined);
  return { values: listDistinct(values) };
}

export function getMore({ cursors }: Database, command: Doc): Document {
  const namespace = readNamespace(command, 'collection');
  const batchSize = readCount(command, 'batchSize');
  return { cursor: cursors.next(Number(command['getMore']), namespace, batchSize) };
}

export function killCursors({ cursors }: Database, command: Doc): Document {
  const ids = Array.isArray(command['cursors']) ? command['cursors'].map(Number) : [];
  const killed = ids.filter((id) => cursors.kill(id));
  return { cursorsKilled: killed, cursorsNotFound: ids.filter((id) => !killed.includes(id)) };
}

/** Explains how a command finds its documents, in mongod's form: `FETCH` over `IXSCAN`, or `COLLSCAN`. */
export function explain(database: Database, { explain: inner, $db, verbosity }: Doc): Document {
  if (!isDoc(inner)) throw new DatabaseError(9, 'explain needs a command');
  const [name = ''] = Object.keys(inner);
  const namespace = readNamespace({ ...inner, $db: $db ?? null }, name);
  const query = readQuery(name, inner);
  const { plan, matches, docsExamined } = database.open(namespace).execute(query);
  const read = describePlan(plan);
  const winningPlan = plan.isSorted ? read : { stage: 'SORT', inputStage: read };
  const executionStats = { nReturned: matches.length, totalDocsExamined: docsExamined };
  return {
    queryPlanner: { namespace, winningPlan },
    ...(verbosity !== 'queryPlanner' && { executionStats }),
  };
}

function describePlan({ index, parts, isReversed }: Plan): Document {
  if (parts)
    return {
      stage: 'FETCH',
      inputStage: { stage: 'OR', inputStages: parts.map(describePlan) },
    };
  const direction = isReversed ? 'backward' : 'forward';
  if (!index) return { stage: 'COLLSCAN', direction };
  const { spec, isMultikey } = index;
  const scan = { indexName: spec.name, keyPattern: spec.key, isMultiKey: isMultikey, direction };
  return { stage: 'FETCH', inputStage: { stage: 'IXSCAN', ...scan } };
}

/** Reads which documents a command uses. Of several updates or deletes it is the first. */
function readQuery(name: string, command: Doc): Query {
  switch (name) {
    case 'find': {
      const [skip, limit] = [readCount(command, 'skip'), readCount(command, 'limit')];
      const [filter, sort] = [readDoc(command, 'filter'), readSort(command['sort'])];
      return { filter, sort, skip: skip ?? 0, limit: limit ?? 0 };
    }
    case 'aggregate':
      return splitPipeline(command['pipeline']);
    case 'findAndModify':
      return { filter: readDoc(command, 'query'), sort: readSort(command['sort']), limit: 1 };
    case 'update':
    case 'delete':
      return { filter: readDoc(readDocs(command, `${name}s`)[0] ?? {}, 'q') };
    default:
      throw refuse(`explain of ${name}`);
  }
}
