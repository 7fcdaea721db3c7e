import type { Document } from 'bson';
import type { Collection } from '../collection.ts';
import type { Database } from '../database.ts';
import { DatabaseError, refuse } from '../errors.ts';
import { haveSameKey, type Index, readIndexSpec } from '../indexes.ts';
import { compileFilter } from '../query.ts';
import { areEqual, type Doc, isDoc } from '../values.ts';
import { type Command, readCount, readDoc, readDocs, readNamespace } from './command.ts';

export const COLLECTION_COMMANDS: Record<string, Command> = {
  createIndexes: { fields: ['createIndexes', 'indexes'], run: createIndexes },
  listIndexes: { fields: ['listIndexes', 'cursor'], run: listIndexes },
  dropIndexes: { fields: ['dropIndexes', 'index'], run: dropIndexes },
  listCollections: {
    fields: ['listCollections', 'filter', 'nameOnly', 'authorizedCollections', 'cursor'],
    run: listCollections,
  },
  drop: { fields: ['drop'], run: drop },
  dropDatabase: { fields: ['dropDatabase'], run: dropDatabase },
};

/** Makes all of the indexes or, if one can't be made, none. */
function createIndexes(database: Database, command: Doc): Document {
  const namespace = readNamespace(command, 'createIndexes');
  const specs = readDocs(command, 'indexes').map(readIndexSpec);
  const isNew = database.find(namespace) === undefined;
  const collection = database.findOrMake(namespace);
  const indexes = [...collection.indexes];
  for (const spec of specs) {
    const sameName = indexes.find((index) => index.spec.name === spec.name);
    if (sameName && areEqual({ ...sameName.spec }, { ...spec })) continue;
    if (sameName)
      throw new DatabaseError(
        86,
        `An existing index has the same name as the requested index: ${spec.name}`,
      );
    const sameKey = indexes.find((index) => haveSameKey(index.spec, spec));
    if (sameKey)
      throw new DatabaseError(
        85,
        `Index already exists with a different name: ${sameKey.spec.name}`,
      );
    indexes.push(collection.buildIndex(spec));
  }
  const numIndexesBefore = collection.indexes.length;
  setIndexes(database, collection, indexes);
  return {
    numIndexesBefore,
    numIndexesAfter: indexes.length,
    createdCollectionAutomatically: isNew,
  };
}

function setIndexes(database: Database, collection: Collection, indexes: Index[]): void {
  if (indexes.length === collection.indexes.length) return;
  collection.indexes = indexes;
  database.saveIndexes(collection);
}

function listIndexes(database: Database, command: Doc): Document {
  const collection = findCollection(database, readNamespace(command, 'listIndexes'));
  const specs = collection.indexes.map(({ spec: { key, name, ...options } }): Doc => {
    // Every collection has the index of _id, and MongoDB does not say that it is unique.
    const { unique, ...others } = options;
    return { v: 2, key, name, ...(unique && name !== '_id_' && { unique }), ...others };
  });
  const batchSize = readCount(readDoc(command, 'cursor')['batchSize'], 'batchSize');
  return { cursor: database.cursors.start(collection.namespace, specs, batchSize) };
}

function dropIndexes(database: Database, command: Doc): Document {
  const collection = findCollection(database, readNamespace(command, 'dropIndexes'));
  const { index: wanted } = command;
  const nIndexesWas = collection.indexes.length;
  const isWanted = ({ spec }: Index) =>
    wanted === '*' || (isDoc(wanted) ? areEqual(spec.key, wanted) : spec.name === wanted);
  const dropped = collection.indexes.filter(isWanted).filter(({ spec }) => spec.name !== '_id_');
  if (dropped.length === 0 && wanted !== '*') {
    if (collection.indexes.some(isWanted)) throw new DatabaseError(72, 'cannot drop _id index');
    throw new DatabaseError(27, `index not found with name [${String(wanted)}]`);
  }
  setIndexes(
    database,
    collection,
    collection.indexes.filter((index) => !dropped.includes(index)),
  );
  return { nIndexesWas };
}

function listCollections(database: Database, command: Doc): Document {
  const name = String(command['$db']);
  const isMatch = compileFilter(readDoc(command, 'filter'));
  const infos = database
    .list(name)
    .map(({ namespace }): Doc => ({ name: namespace.slice(name.length + 1), type: 'collection' }))
    .filter(isMatch);
  const batchSize = readCount(readDoc(command, 'cursor')['batchSize'], 'batchSize');
  return { cursor: database.cursors.start(`${name}.$cmd.listCollections`, infos, batchSize) };
}

function drop(database: Database, command: Doc): Document {
  const namespace = readNamespace(command, 'drop');
  const collection = database.find(namespace);
  if (collection) database.drop(collection);
  return collection ? { ns: namespace, nIndexesWas: collection.indexes.length } : {};
}

function dropDatabase(database: Database, command: Doc): Document {
  const name = String(command['$db']);
  if (command['dropDatabase'] !== 1) throw refuse('this value of dropDatabase');
  database.list(name).forEach((collection) => database.drop(collection));
  return { dropped: name };
}

function findCollection(database: Database, namespace: string): Collection {
  const collection = database.find(namespace);
  if (!collection) throw new DatabaseError(26, `ns does not exist: ${namespace}`);
  return collection;
}
