import type { Document } from 'bson';
import type { Database } from '../database.ts';
import { DatabaseError, refuse } from '../errors.ts';
import { compileFilter } from '../query.ts';
import { compileUpdate, isReplacement } from '../update.ts';
import { insertForUpdate } from '../upsert.ts';
import { areEqual, type Doc } from '../values.ts';
import { type Command, readDoc, readDocs, readNamespace } from './command.ts';

const WRITE_FIELDS = ['ordered', 'bypassDocumentValidation'];

export const WRITE_COMMANDS: Record<string, Command> = {
  insert: { fields: ['insert', 'documents', ...WRITE_FIELDS], run: insert },
  update: { fields: ['update', 'updates', ...WRITE_FIELDS], run: update },
  delete: { fields: ['delete', 'deletes', ...WRITE_FIELDS], run: remove },
};

function insert(database: Database, command: Doc): Document {
  const namespace = readNamespace(command, 'insert');
  let n = 0;
  const writeErrors = runEach(readDocs(command, 'documents'), command, (doc) => {
    database.findOrMake(namespace).insert(doc);
    n += 1;
  });
  return { n, ...writeErrors };
}

function update(database: Database, command: Doc): Document {
  const namespace = readNamespace(command, 'update');
  let n = 0;
  let nModified = 0;
  const upserted: Document[] = [];
  const writeErrors = runEach(readDocs(command, 'updates'), command, (write, index) => {
    checkWriteFields(write, ['q', 'u', 'multi', 'upsert', 'arrayFilters'], 'update');
    const { u = null, arrayFilters = [], multi = false, upsert = false } = write;
    const filter = readDoc(write, 'q');
    const change = compileUpdate(u, arrayFilters);
    compileFilter(filter);
    if (multi && isReplacement(u))
      throw new DatabaseError(9, 'multi update is not supported for replacement-style update');
    const collection = database.find(namespace);
    const matches = collection?.execute({ filter, limit: multi ? 0 : 1 }).matches ?? [];
    for (const stored of matches) {
      const doc = change(stored.doc, filter, false);
      if (!areEqual(doc, stored.doc)) {
        collection?.replace(stored, doc);
        nModified += 1;
      }
      n += 1;
    }
    if (matches.length > 0 || !upsert) return;
    const made = insertForUpdate(database.findOrMake(namespace), filter, u, arrayFilters);
    n += 1;
    upserted.push({ index, _id: made['_id'] });
  });
  return { n, nModified, ...(upserted.length > 0 && { upserted }), ...writeErrors };
}

function remove(database: Database, command: Doc): Document {
  const namespace = readNamespace(command, 'delete');
  let n = 0;
  const writeErrors = runEach(readDocs(command, 'deletes'), command, (write) => {
    checkWriteFields(write, ['q', 'limit'], 'delete');
    const { limit } = write;
    if (limit !== 0 && limit !== 1)
      throw new DatabaseError(9, 'The limit field in delete objects must be 0 or 1');
    const filter = readDoc(write, 'q');
    compileFilter(filter);
    const collection = database.find(namespace);
    for (const stored of collection?.execute({ filter, limit }).matches ?? []) {
      collection?.remove(stored);
      n += 1;
    }
  });
  return { n, ...writeErrors };
}

function checkWriteFields(write: Doc, known: string[], command: string): void {
  const unknown = Object.keys(write).find((field) => !known.includes(field));
  if (unknown) throw refuse(`option '${unknown}' of ${command}`);
}

/** Does one write after the other; an ordered command stops at the first that fails. What is done stays done. */
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
