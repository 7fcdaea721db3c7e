import type { Document } from 'bson';
import type { Database } from '../database.ts';
import { DatabaseError } from '../errors.ts';
import { readIndexSpec } from '../indexes.ts';
import { areEqual, type Doc } from '../values.ts';
import { readDocs, readNamespace } from './command.ts';

/** Creates all indexes, or none if one of them fails. */
export function createIndexes(database: Database, command: Doc): Document {
  const specs = readDocs(command, 'indexes').map(readIndexSpec);
  const collection = database.open(readNamespace(command, 'createIndexes'));
  const indexes = [...collection.indexes];
  for (const spec of specs) {
    const sameName = indexes.find((index) => index.spec.name === spec.name);
    if (sameName && areEqual({ ...sameName.spec }, { ...spec })) continue;
    if (sameName) throw new DatabaseError(86, `An existing index has the same name: ${spec.name}`);
    const sameKey = indexes.find((index) => areEqual(index.spec.key, spec.key));
    if (sameKey)
      throw new DatabaseError(
        85,
        `Index already exists with a different name: ${sameKey.spec.name}`,
      );
    indexes.push(collection.buildIndex(spec));
  }
  const numIndexesBefore = collection.indexes.length;
  if (indexes.length > numIndexesBefore) {
    collection.indexes = indexes;
    database.saveIndexes(collection);
  }
  return { numIndexesBefore, numIndexesAfter: indexes.length };
}
