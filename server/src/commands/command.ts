/** Shared by all commands. Each command is a program that prints its result and exits. */

/**
 * Runs a command with its arguments. A failure is one sentence on stderr and the exit code 1.
 * @param command gets the arguments after the command's name
 */
export async function runCommand(command: (args: string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2));
  } catch (error) {
    console.error(explainFailure(error));
    process.exitCode = 1;
  }
}

/**
 * @returns the database's address, from the environment
 * @throws {Error} one sentence when there is none
 */
export function readMongoUri(): string {
  const uri = process.env['MONGODB_URI'] ?? '';
  if (!/^mongodb(\+srv)?:\/\//.test(uri))
    throw new Error('MONGODB_URI must be set, and start with mongodb:// or mongodb+srv://');
  return uri;
}

/** @returns what went wrong, in one sentence. It never has the address, which contains the password */
export function explainFailure(error: unknown): string {
  const { name, message, code } = error as Error & { code?: unknown };
  if (name === 'MongoServerSelectionError' || name === 'MongoNetworkError')
    return `The database does not answer (MONGODB_URI): ${message}`;
  if (code === 18 || code === 8000)
    return 'The database refuses the user or the password in MONGODB_URI.';
  if (code === 13) return 'The database user in MONGODB_URI may not do this: give it readWrite.';
  if (name === 'MongoParseError' || name === 'MongoAPIError')
    return `MONGODB_URI is not the address of a database: ${message}`;
  return message;
}
