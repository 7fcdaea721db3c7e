import { parseArgs, type ParseArgsConfig } from 'node:util';
import { readSecretFiles } from '../secret-files.ts';

type Known = NonNullable<ParseArgsConfig['options']>;

/** Shared by all commands. Each command is a program that prints its result and exits. */

/** What a command takes. */
type Usage<Options extends Known> = {
  /** What `--help` prints: how to call it, and what it does. */
  usage: string;
  /** Words without a dash, at most. */
  words?: number;
  options?: Options;
};

type Given<Options extends Known> = {
  words: string[];
  options: ReturnType<typeof parseArgs<{ options: Options }>>['values'];
};

/**
 * Runs a command with its arguments. `--help` prints how to use it. A failure is one sentence on stderr and the exit
 * code 1; so is an argument that the command does not know.
 */
export async function runCommand<const Options extends Known = Record<string, never>>(
  { usage, words = 0, options = {} as Options }: Usage<Options>,
  command: (given: Given<Options>) => Promise<void>,
): Promise<void> {
  try {
    const help = { help: { type: 'boolean' } } as const;
    const all = { ...options, ...help };
    const { values, positionals } = parseArgs({ allowPositionals: true, options: all });
    if ('help' in values) return console.log(usage);
    if (positionals.length > words)
      throw new Error(`Too many words: ${positionals.slice(words).join(' ')}\n${usage}`);
    readSecretFiles(process.env);
    await command({ words: positionals, options: values as Given<Options>['options'] });
  } catch (error) {
    const isUnknown = String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
    console.error(isUnknown ? `${(error as Error).message}\n${usage}` : explainFailure(error));
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
