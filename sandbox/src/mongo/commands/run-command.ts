import type { Document } from 'bson';
import type { Database } from '../database.ts';
import { DatabaseError } from '../errors.ts';
import type { Doc } from '../values.ts';
import { COLLECTION_COMMANDS } from './collections.ts';
import { type Command, checkFields } from './command.ts';
import { CONNECTION_COMMANDS } from './connections.ts';
import { EXPLAIN_COMMANDS } from './explain.ts';
import { FIND_AND_MODIFY_COMMANDS } from './find-and-modify.ts';
import { READ_COMMANDS } from './reads.ts';
import { WRITE_COMMANDS } from './writes.ts';

const COMMANDS: Record<string, Command> = {
  ...CONNECTION_COMMANDS,
  ...READ_COMMANDS,
  ...EXPLAIN_COMMANDS,
  ...WRITE_COMMANDS,
  ...FIND_AND_MODIFY_COMMANDS,
  ...COLLECTION_COMMANDS,
};

/**
 * Runs a command; its first field is its name.
 * @returns the fields of the answer
 * @throws {DatabaseError} when it is unknown, bears something unknown, or fails
 */
export function runCommand(database: Database, command: Doc): Document {
  const [name = ''] = Object.keys(command);
  const found = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!found) throw new DatabaseError(59, `no such command: '${name}'`);
  checkFields(name, found, command);
  return found.run(database, command);
}
