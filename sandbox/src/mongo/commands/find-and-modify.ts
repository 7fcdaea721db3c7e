import type { Document } from 'bson';
import { readSort } from '../collection.ts';
import type { Database } from '../database.ts';
import { DatabaseError } from '../errors.ts';
import { compileProjection } from '../projection.ts';
import { compileFilter } from '../query.ts';
import { compileUpdate } from '../update.ts';
import { insertForUpdate } from '../upsert.ts';
import { areEqual, type Doc } from '../values.ts';
import { type Command, readDoc, readNamespace } from './command.ts';

export const FIND_AND_MODIFY_COMMANDS: Record<string, Command> = {
  findAndModify: {
    fields: [
      'findAndModify',
      'query',
      'sort',
      'fields',
      'remove',
      'update',
      'new',
      'upsert',
      'arrayFilters',
      'bypassDocumentValidation',
    ],
    run: findAndModify,
  },
};

/** Changes or removes one document and answers with it, as it was or as it is now. */
function findAndModify(database: Database, command: Doc): Document {
  const namespace = readNamespace(command, 'findAndModify');
  const { remove = false, update, new: wantsNew = false, upsert = false, arrayFilters } = command;
  if (Boolean(remove) === (update !== undefined) || (remove && (upsert || wantsNew)))
    throw new DatabaseError(9, 'findAndModify needs either remove, or an update');
  const filter = readDoc(command, 'query');
  const project = compileProjection(command['fields'], filter);
  const change = update === undefined ? undefined : compileUpdate(update, arrayFilters);
  compileFilter(filter);
  const sort = readSort(command['sort']);
  const collection = database.find(namespace);
  const [stored] = collection?.execute({ filter, sort, limit: 1 }).matches ?? [];
  try {
    if (stored && collection && !change) {
      collection.remove(stored);
      return { lastErrorObject: { n: 1 }, value: project(stored.doc) };
    }
    if (stored && collection && change) {
      const doc = change(stored.doc, filter, false);
      if (!areEqual(doc, stored.doc)) collection.replace(stored, doc);
      return {
        lastErrorObject: { n: 1, updatedExisting: true },
        value: project(wantsNew ? doc : stored.doc),
      };
    }
    if (!change) return { lastErrorObject: { n: 0 }, value: null };
    if (!upsert) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null };
    const made = insertForUpdate(
      database.findOrMake(namespace),
      filter,
      update ?? {},
      arrayFilters,
    );
    return {
      lastErrorObject: { n: 1, updatedExisting: false, upserted: made['_id'] },
      value: wantsNew ? project(made) : null,
    };
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const { code, message, details } = error;
    const cause = `Plan executor error during findAndModify :: caused by :: ${message}`;
    throw new DatabaseError(code, cause, details);
  }
}
