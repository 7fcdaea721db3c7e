import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectDatabase, type Database } from '../../../server/src/database/connect.ts';
import { type Program, startProgram } from '../../../server/src/testing/programs.ts';
import type { Build } from '../../resilience/src/build.ts';
import { JWT_SECRET } from '../../resilience/src/school.ts';

const REPORT_USE = fileURLToPath(new URL('./report-use.mjs', import.meta.url));

/** A database server of its own, and what was started over it; `close` ends all of it. */
export type School = {
  /** The database's process. */
  database: Program;
  /** The address of a database of that name. */
  nameUri(name: string): string;
  /** Connects to a database of that name, as our server does. */
  connect(name: string): Promise<Database>;
  /** Starts our server, as it is built for production, over a database of that name. */
  startServer(name: string, env?: Record<string, string>): Promise<Program>;
  /** Starts another program, which ends with the school. */
  start(file: string, env: Record<string, string>): Promise<Program>;
  close(): Promise<void>;
};

/** Starts the sandbox's database with a data folder of its own. */
export async function openSchool(build: Build): Promise<School> {
  const dataDir = await mkdtemp(join(tmpdir(), 'speakifyr-bench-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  const start: School['start'] = async (file, env) => {
    const program = await startProgram(file, { NODE_OPTIONS: `--import ${REPORT_USE}`, ...env });
    closers.push(() => program.stop());
    return program;
  };
  const close = async () => {
    for (const closeOne of closers.reverse()) await closeOne();
  };
  try {
    const database = await start(build.mongo, { SANDBOX_MONGO_PORT: '0', DATA_DIR: dataDir });
    const nameUri = (name: string) => `mongodb://127.0.0.1:${database.port}/${name}`;
    return {
      database,
      nameUri,
      async connect(name) {
        const database = await connectDatabase(nameUri(name));
        closers.push(() => database.close());
        return database;
      },
      startServer: (name, env = {}) =>
        start(build.server, {
          NODE_ENV: 'test',
          PORT: '0',
          LOG_LEVEL: 'silent',
          MONGODB_URI: nameUri(name),
          JWT_SECRET,
          FIREBASE_PROJECT_ID: 'speakifyr-sandbox',
          // Port 9 is where nobody listens: nothing that is measured asks Firebase or Stripe.
          FIREBASE_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
          STRIPE_SECRET_KEY: 'sk_test_sandbox',
          STRIPE_WEBHOOK_SECRET: 'whsec_of_the_bench',
          STRIPE_API_URL: 'http://127.0.0.1:9',
          RATE_LIMIT_PER_MINUTE: '1000000000',
          // As dev/scripts/start.mjs does.
          MALLOC_ARENA_MAX: '2',
          ...env,
        }),
      start,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Asks a program that `start` has started what it uses; see report-use.mjs. */
export async function readUse(program: Program, what: 'memory'): Promise<NodeJS.MemoryUsage>;
export async function readUse(program: Program, what: 'processor'): Promise<number>;
export async function readUse({ child }: Program, what: string): Promise<unknown> {
  child.send(what);
  const [answer] = (await once(child, 'message')) as unknown[];
  return answer;
}
