import type { Document } from 'bson';
import type { Database } from '../database.ts';
import { DatabaseError, refuse } from '../errors.ts';
import { type Doc, isDoc, MAX_DOCUMENT_BYTES } from '../values.ts';
import { MAX_MESSAGE_BYTES } from '../wire.ts';
import { createIndexes, findAndModify, insert, remove, update } from './writes.ts';
import { aggregate, count, distinct, explain, find, getMore, killCursors } from './reads.ts';

/** Runs without waiting, so commands can't interleave. */
type Command = (database: Database, command: Doc) => Document;

/** Each command, with the fields that it may have besides its name and the common fields. */
const COMMANDS: Record<string, [run: Command, fields: string]> = {
  hello: [greet, 'helloOk loadBalanced topologyVersion maxAwaitTimeMS backpressure'],
  ismaster: [greet, 'helloOk loadBalanced topologyVersion maxAwaitTimeMS backpressure'],
  ping: [() => ({}), ''],
  endSessions: [() => ({}), ''],
  find: [find, 'filter projection sort skip limit batchSize singleBatch'],
  aggregate: [aggregate, 'pipeline cursor'],
  count: [count, 'query skip limit'],
  distinct: [distinct, 'key query'],
  getMore: [getMore, 'collection batchSize'],
  killCursors: [killCursors, 'cursors'],
  explain: [explain, 'verbosity'],
  insert: [insert, 'documents ordered bypassDocumentValidation'],
  update: [update, 'updates ordered bypassDocumentValidation'],
  delete: [remove, 'deletes ordered'],
  findAndModify: [
    findAndModify,
    'query sort fields remove update new upsert bypassDocumentValidation',
  ],
  createIndexes: [createIndexes, 'indexes'],
};

/** These don't change the answer. Read and write concerns are checked separately. */
const COMMON_FIELDS = '$db $readPreference readConcern writeConcern maxTimeMS comment'.split(' ');

/** @throws {DatabaseError} if the command is unknown, has an unknown field, or fails */
export function runCommand(database: Database, command: Doc): Document {
  const [name = '', ...fields] = Object.keys(command);
  const [run, ownFields = ''] = (Object.hasOwn(COMMANDS, name) && COMMANDS[name]) || [];
  if (!run) throw new DatabaseError(59, `no such command: '${name}'`);
  if (command['startTransaction'] !== undefined || command['txnNumber'] !== undefined)
    throw refuse('a transaction');
  const known = [...COMMON_FIELDS, ...ownFields.split(' ')];
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown) throw refuse(`option '${unknown}' of ${name}`);
  checkConcerns(command);
  return run(database, command);
}

/** All write concerns of a single server are met, because acknowledged writes are on disk. */
function checkConcerns({ readConcern, writeConcern }: Doc): void {
  const level = isDoc(readConcern) ? (readConcern['level'] ?? 'local') : 'local';
  if (!['local', 'available', 'majority'].includes(String(level)))
    throw refuse(`read concern ${String(level)}`);
  const w = isDoc(writeConcern) ? (writeConcern['w'] ?? 1) : 1;
  if (w !== 0 && w !== 1 && w !== 'majority')
    throw new DatabaseError(2, "cannot use 'w' > 1 when a host is not replicated");
}

/** The greeting of a single server. Without `topologyVersion` drivers poll for changes. */
function greet(): Document {
  return {
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    // The version of MongoDB 7.0.
    maxWireVersion: 21,
    readOnly: false,
  };
}
