import type { Document } from 'bson';
import { readSort } from '../collection.ts';
import type { Database } from '../database.ts';
import { DatabaseError } from '../errors.ts';
import { listDistinct } from '../group.ts';
import { findAtPath } from '../paths.ts';
import { compilePipeline, splitPipeline } from '../pipeline.ts';
import { compileProjection } from '../projection.ts';
import { compileFilter } from '../query.ts';
import type { Doc } from '../values.ts';
import { type Command, readCount, readDoc, readNamespace } from './command.ts';

export const READ_COMMANDS: Record<string, Command> = {
  find: {
    fields: [
      'find',
      'filter',
      'projection',
      'sort',
      'skip',
      'limit',
      'batchSize',
      'singleBatch',
      'allowDiskUse',
    ],
    run: find,
  },
  aggregate: { fields: ['aggregate', 'pipeline', 'cursor', 'allowDiskUse'], run: aggregate },
  count: { fields: ['count', 'query', 'skip', 'limit'], run: count },
  distinct: { fields: ['distinct', 'key', 'query'], run: distinct },
  getMore: {
    fields: ['getMore', 'collection', 'batchSize'],
    run: ({ cursors }, command) => ({
      cursor: cursors.next(
        Number(command['getMore']),
        readNamespace(command, 'collection'),
        readCount(command['batchSize'], 'batchSize'),
      ),
    }),
  },
  killCursors: { fields: ['killCursors', 'cursors'], run: killCursors },
};

/** What all reads do with a collection that is not there yet: check the query, and find nothing. */
function findDocs(
  database: Database,
  namespace: string,
  query: { filter: Doc; sort?: Doc; skip?: number; limit?: number },
): Doc[] {
  const collection = database.find(namespace);
  if (collection) return collection.find(query);
  compileFilter(query.filter);
  return [];
}

function find(database: Database, command: Doc): Document {
  const namespace = readNamespace(command, 'find');
  const filter = readDoc(command, 'filter');
  const project = compileProjection(command['projection'], filter);
  const docs = findDocs(database, namespace, {
    filter,
    sort: readSort(command['sort']),
    skip: readCount(command['skip'], 'skip') ?? 0,
    limit: readCount(command['limit'], 'limit') ?? 0,
  });
  const batchSize = readCount(command['batchSize'], 'batchSize');
  const isSingle = command['singleBatch'] === true;
  return { cursor: database.cursors.start(namespace, docs.map(project), batchSize, isSingle) };
}

function aggregate(database: Database, command: Doc): Document {
  const namespace = readNamespace(command, 'aggregate');
  const { filter, sort, rest } = splitPipeline(command['pipeline']);
  const docs = compilePipeline(rest)(findDocs(database, namespace, { filter, sort }));
  const batchSize = readCount(readDoc(command, 'cursor')['batchSize'], 'batchSize');
  return { cursor: database.cursors.start(namespace, docs, batchSize) };
}

function count(database: Database, command: Doc): Document {
  const found = findDocs(database, readNamespace(command, 'count'), {
    filter: readDoc(command, 'query'),
    skip: readCount(command['skip'], 'skip') ?? 0,
    limit: readCount(command['limit'], 'limit') ?? 0,
  });
  return { n: found.length };
}

function distinct(database: Database, command: Doc): Document {
  const key = command['key'];
  if (typeof key !== 'string' || key === '') throw new DatabaseError(14, "'key' must be a string");
  const docs = findDocs(database, readNamespace(command, 'distinct'), {
    filter: readDoc(command, 'query'),
  });
  const values = docs.flatMap((doc) =>
    findAtPath(doc, key).flatMap((value) => (Array.isArray(value) ? value : [value])),
  );
  return { values: listDistinct(values) };
}

function killCursors({ cursors }: Database, command: Doc): Document {
  const ids = Array.isArray(command['cursors']) ? command['cursors'].map(Number) : [];
  const killed = ids.filter((id) => cursors.kill(id));
  return {
    cursorsKilled: killed,
    cursorsNotFound: ids.filter((id) => !killed.includes(id)),
    cursorsAlive: [],
    cursorsUnknown: [],
  };
}
