import type { Document } from 'bson';
import type { Database } from '../database.ts';
import { DatabaseError, refuse } from '../errors.ts';
import { readSort } from '../pipeline.ts';
import { compileFindProjection } from '../projection.ts';
import { buildUpsert, compileUpdate } from '../update.ts';
import { areEqual, type Doc } from '../values.ts';
import { readDoc, readDocs, readNamespace } from './command.ts';
import { readIndexSpec } from '../indexes.ts';

export function insert(database: Database, command: Doc): Document {
  const collection = database.open(readNamespace(command, 'insert'));
  let n = 0;
  const writeErrors = runEach(readDocs(command, 'documents'), command, (doc) => {
    collection.insert(doc);
    n += 1;
  });
  return { n, ...writeErrors };
}

export function update(database: Database, command: Doc): Document {
  const collection = database.open(readNamespace(command, 'update'));
  let n = 0;
  let nModified = 0;
  const upserted: Document[] = [];
  const writeErrors = runEach(readDocs(command, 'updates'), command, (write, index) => {
    const { u = null, multi = false, upsert = false, ...others } = write;
    const filter = readWriteFilter(others, 'update');
    const change = compileUpdate(u);
    const matches = collection.find({ filter, limit: multi ? 0 : 1 });
    for (const stored of matches) {
      if (collection.replace(stored, change(stored.doc, filter))) nModified += 1;
      n += 1;
    }
    if (matches.length > 0 || !upsert) return;
    const made = collection.insert(buildUpsert(filter, u));
    n += 1;
    upserted.push({ index, _id: made['_id'] });
  });
  return { n, nModified, ...(upserted.length > 0 && { upserted }), ...writeErrors };
}

export function remove(database: Database, command: Doc): Document {
  const collection = database.open(readNamespace(command, 'delete'));
  let n = 0;
  const writeErrors = runEach(readDocs(command, 'deletes'), command, (write) => {
    const { limit, ...others } = write;
    if (limit !== 0 && limit !== 1)
      throw new DatabaseError(9, 'The limit field in delete objects must be 0 or 1');
    for (const stored of collection.find({ filter: readWriteFilter(others, 'delete'), limit })) {
      collection.remove(stored);
      n += 1;
    }
  });
  return { n, ...writeErrors };
}

function readWriteFilter({ q = {}, ...others }: Doc, command: string): Doc {
  const [option] = Object.keys(others);
  if (option) throw refuse(`option '${option}' of ${command}`);
  return readDoc({ q }, 'q');
}

/** Runs one write after the other. An ordered command stops at the first error, and keeps earlier writes. */
function runEach(
  writes: Doc[],
  { ordered }: Doc,
  run: (write: Doc, index: number) => void,
): { writeErrors?: Document[] } {
  const writeErrors: Document[] = [];
  for (const [index, write] of writes.entries()) {
    try {
      run(write, index);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      const { code, message, details } = error;
      writeErrors.push({ index, code, errmsg: message, ...details });
      if (ordered !== false) break;
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
}

/** Changes or removes one document. Returns it as it was before or after. */
export function findAndModify(database: Database, command: Doc): Document {
  const { remove = false, update: change, new: wantsNew = false, upsert = false } = command;
  if (Boolean(remove) === (change !== undefined) || (remove && (upsert || wantsNew)))
    throw new DatabaseError(9, 'findAndModify needs either remove, or an update');
  const filter = readDoc(command, 'query');
  const project = compileFindProjection(readDoc(command, 'fields'));
  const collection = database.open(readNamespace(command, 'findAndModify'));
  const apply = change === undefined ? undefined : compileUpdate(change);
  const [stored] = collection.find({ filter, sort: readSort(command['sort']), limit: 1 });
  if (stored) {
    const after = apply?.(stored.doc, filter);
    if (after) collection.replace(stored, after);
    else collection.remove(stored);
    const value = project(wantsNew && after ? after : stored.doc);
    return { lastErrorObject: { n: 1, ...(after && { updatedExisting: true }) }, value };
  }
  if (!upsert || change === undefined)
    return { lastErrorObject: { n: 0, ...(apply && { updatedExisting: false }) }, value: null };
  const made = collection.insert(buildUpsert(filter, change));
  return {
    lastErrorObject: { n: 1, updatedExisting: false, upserted: made['_id'] },
    value: wantsNew ? project(made) : null,
  };
}

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
