import { resolve } from 'node:path';
import { Database } from './database.ts';
import { startServer } from './server.ts';
import { CorruptDataError } from '../storage/rows.ts';

const { SANDBOX_MONGO_PORT = '27018', DATA_DIR = '.data' } = process.env;
/** As often as MongoDB; a test need not wait so long. */
const { SANDBOX_MONGO_TTL_SECONDS = '60' } = process.env;
const FOLDER = resolve(DATA_DIR, 'mongo');

/** What went wrong, in one sentence for the person at the keyboard. */
function describeFailure(error: unknown): string {
  const { code, cause, message } = error as NodeJS.ErrnoException & {
    cause?: NodeJS.ErrnoException;
  };
  if (error instanceof RangeError) return message;
  if (code === 'EADDRINUSE')
    return `Port ${SANDBOX_MONGO_PORT} is taken: stop the other program, or choose another SANDBOX_MONGO_PORT.`;
  if (cause?.code === 'LEVEL_LOCKED')
    return `The database in ${FOLDER} is in use by another process: stop it, or choose another DATA_DIR.`;
  if (error instanceof CorruptDataError || cause?.code === 'LEVEL_CORRUPTION')
    return `The database in ${FOLDER} is damaged (${cause?.message ?? message}): restore it from a copy, or empty it with npm run reset.`;
  return `The folder ${FOLDER} can't be used for the database: ${cause?.message ?? message}`;
}

function fail(error: unknown): never {
  console.error(describeFailure(error));
  process.exit(1);
}

async function start(): Promise<void> {
  if (!/^\d{1,5}$/.test(SANDBOX_MONGO_PORT) || Number(SANDBOX_MONGO_PORT) > 65_535)
    throw new RangeError(`SANDBOX_MONGO_PORT must be 0 to 65535, not '${SANDBOX_MONGO_PORT}'.`);
  const database = await Database.open(DATA_DIR);
  const stopAtOnce = (error: Error) => {
    console.error(`The sandbox database stops: ${error.message}`);
    process.exit(1);
  };
  const server = await startServer(
    database,
    Number(SANDBOX_MONGO_PORT),
    stopAtOnce,
    Number(SANDBOX_MONGO_TTL_SECONDS),
  );
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.on(signal, () => void stop().catch(fail));
  console.log(`sandbox database ready on 127.0.0.1:${server.port}`);
}

start().catch(fail);
