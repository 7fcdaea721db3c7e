import type { Document } from 'bson';
import type { Database } from '../database.ts';
import { DatabaseError } from '../errors.ts';
import type { Doc } from '../values.ts';
import { readNamespace } from './command.ts';

/** Drops one index by its name. */
export function dropIndex(database: Database, command: Doc): Document {
  const name = command['index'];
  if (typeof name !== 'string' || name === '*')
    throw new DatabaseError(238, 'The sandbox supports dropIndexes only with the name of an index');
  const collection = database.open(readNamespace(command, 'dropIndexes'));
  const indexes = collection.indexes.filter(({ spec }) => spec.name !== name);
  const nIndexesWas = collection.indexes.length;
  if (indexes.length === nIndexesWas)
    throw new DatabaseError(27, `index not found with name [${name}]`);
  collection.indexes = indexes;
  database.saveIndexes(collection);
  return { nIndexesWas };
}
