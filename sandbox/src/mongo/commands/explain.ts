import type { Document } from 'bson';
import { readSort } from '../collection.ts';
import type { Database } from '../database.ts';
import { DatabaseError, refuse } from '../errors.ts';
import { splitPipeline } from '../pipeline.ts';
import { type Doc, isDoc } from '../values.ts';
import { type Command, readCount, readDoc, readNamespace } from './command.ts';

export const EXPLAIN_COMMANDS: Record<string, Command> = {
  explain: { fields: ['explain', 'verbosity'], run: explain },
};

interface ExplainedQuery {
  filter: Doc;
  sort: Doc;
  skip?: number;
  limit?: number;
}

/** Says how a command would find its documents, in mongod's form: `FETCH` over `IXSCAN`, or `COLLSCAN`. */
function explain(database: Database, { explain: inner, $db, verbosity }: Doc): Document {
  if (!isDoc(inner)) throw new DatabaseError(9, 'explain needs a command');
  const [name = ''] = Object.keys(inner);
  const namespace = readNamespace({ ...inner, $db: $db ?? null }, name);
  const query = readQuery(name, inner);
  const collection = database.find(namespace);
  if (!collection) return { queryPlanner: { namespace, winningPlan: { stage: 'EOF' } } };
  const { plan, matches, keysExamined, docsExamined } = collection.execute(query);
  const direction = plan.isReversed ? 'backward' : 'forward';
  const access = plan.index
    ? {
        stage: 'FETCH',
        inputStage: {
          stage: 'IXSCAN',
          indexName: plan.index.spec.name,
          keyPattern: plan.index.spec.key,
          isMultiKey: plan.index.isMultikey,
          direction,
        },
      }
    : { stage: 'COLLSCAN', direction };
  return {
    queryPlanner: {
      namespace,
      winningPlan: plan.isSorted ? access : { stage: 'SORT', inputStage: access },
    },
    ...(verbosity !== 'queryPlanner' && {
      executionStats: {
        nReturned: matches.length,
        totalKeysExamined: keysExamined,
        totalDocsExamined: docsExamined,
      },
    }),
  };
}

function readQuery(name: string, command: Doc): ExplainedQuery {
  switch (name) {
    case 'find':
      return {
        filter: readDoc(command, 'filter'),
        sort: readSort(command['sort']),
        skip: readCount(command['skip'], 'skip') ?? 0,
        limit: readCount(command['limit'], 'limit') ?? 0,
      };
    case 'aggregate':
      return splitPipeline(command['pipeline']);
    case 'count':
    case 'distinct':
      return { filter: readDoc(command, 'query'), sort: {} };
    case 'findAndModify':
      return { filter: readDoc(command, 'query'), sort: readSort(command['sort']), limit: 1 };
    case 'update':
    case 'delete': {
      const [write] = (command[`${name}s`] ?? []) as Doc[];
      return { filter: readDoc(write ?? {}, 'q'), sort: {} };
    }
    default:
      throw refuse(`explain of ${name}`);
  }
}
