import type { Document } from 'bson';
import type { Database } from '../database.ts';
import { DatabaseError, refuse } from '../errors.ts';
import { type Doc, type Found, isDoc } from '../values.ts';

/** One command: which fields it may bear, and what it does; changes are made in one go, without waiting. */
export interface Command {
  /** Beside those that every command may bear. The first is the command's own name. */
  fields: string[];
  run(database: Database, command: Doc): Document;
}

/** Of no effect on the answer; read and write concerns are looked at on their own. */
const COMMON_FIELDS = [
  '$db',
  '$readPreference',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
];

/** @throws {DatabaseError} for every field that a command does not know, by name */
export function checkFields(name: string, { fields }: Command, command: Doc): void {
  if (command['startTransaction'] !== undefined || command['txnNumber'] !== undefined)
    throw refuse('a transaction');
  for (const field of Object.keys(command))
    if (!fields.includes(field) && !COMMON_FIELDS.includes(field))
      throw refuse(`option '${field}' of ${name}`);
  checkConcerns(command);
}

/** Every acknowledged write is on disk, so all write concerns of a single server are met. */
function checkConcerns({ readConcern, writeConcern }: Doc): void {
  const level = isDoc(readConcern) ? (readConcern['level'] ?? 'local') : 'local';
  if (!['local', 'available', 'majority'].includes(String(level)))
    throw refuse(`read concern ${String(level)}`);
  const w = isDoc(writeConcern) ? (writeConcern['w'] ?? 1) : 1;
  if (w !== 0 && w !== 1 && w !== 'majority')
    throw new DatabaseError(2, "cannot use 'w' > 1 when a host is not replicated");
}

/** The namespace that a command is about. */
export function readNamespace(command: Doc, field: string): string {
  const collection = command[field];
  const database = command['$db'];
  if (typeof collection !== 'string' || collection === '' || typeof database !== 'string')
    throw new DatabaseError(73, `${field} needs the name of a collection`);
  return `${database}.${collection}`;
}

/** @throws {DatabaseError} if the field is there and no document */
export function readDoc(command: Doc, field: string): Doc {
  const value = command[field] ?? {};
  if (!isDoc(value)) throw new DatabaseError(14, `'${field}' must be an object`);
  return value;
}

/** @throws {DatabaseError} if the field is there and no whole number from 0 */
export function readCount(value: Found, field: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new DatabaseError(2, `'${field}' must be a whole number of at least 0`);
  return value;
}

/** @throws {DatabaseError} if the field is not a list of documents */
export function readDocs(command: Doc, field: string): Doc[] {
  const value = command[field];
  if (!Array.isArray(value) || value.length === 0 || !value.every(isDoc))
    throw new DatabaseError(2, `'${field}' must be a list of objects, and not empty`);
  return value;
}
