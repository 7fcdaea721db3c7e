import { DatabaseError } from '../errors.ts';
import { type Doc, isDoc } from '../values.ts';

/** Reads the namespace of a command. @param field the field with the collection's name */
export function readNamespace(command: Doc, field: string): string {
  const collection = command[field];
  const database = command['$db'];
  if (typeof collection !== 'string' || collection === '' || typeof database !== 'string')
    throw new DatabaseError(73, `${field} needs the name of a collection`);
  return `${database}.${collection}`;
}

/** @throws {DatabaseError} if the field is not a document */
export function readDoc(command: Doc, field: string): Doc {
  const value = command[field] ?? {};
  if (!isDoc(value)) throw new DatabaseError(14, `'${field}' must be an object`);
  return value;
}

/** @throws {DatabaseError} if the field is not a whole number of at least 0 */
export function readCount(command: Doc, field: string): number | undefined {
  const value = command[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new DatabaseError(2, `'${field}' must be a whole number of at least 0`);
}

/** @throws {DatabaseError} if the field is not a list of documents */
export function readDocs(command: Doc, field: string): Doc[] {
  const value = command[field];
  if (Array.isArray(value) && value.length > 0 && value.every(isDoc)) return value;
  throw new DatabaseError(2, `'${field}' must be a list of objects, and not empty`);
}
