import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, type Database } from '../../../server/src/database/connect.ts';
import { startProgram } from '../../../server/src/testing/programs.ts';
import { buildSandbox, buildServer } from '../../scripts/build.mjs';
import { JWT_SECRET } from './people.ts';

const BUILD = '.build-bench';

export type School = Awaited<ReturnType<typeof openSchool>>;

/** Builds the programs and starts the sandbox with an empty data folder. */
export async function openSchool() {
  await Promise.all([
    buildServer({ outdir: `server/${BUILD}` }),
    buildSandbox({ outdir: `dev/sandbox/${BUILD}` }),
  ]);
  const dataDir = await mkdtemp(join(tmpdir(), 'speakifyr-bench-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  const start = async (file: string, env: Record<string, string>) => {
    const program = await startProgram(file, env);
    closers.push(() => program.stop());
    return program;
  };
  const database = await start(`dev/sandbox/${BUILD}/mongo.js`, {
    SANDBOX_MONGO_PORT: '0',
    DATA_DIR: dataDir,
  });
  // For the payments of the demo school. Nothing that is measured asks Firebase or Stripe.
  const services = await start(`dev/sandbox/${BUILD}/main.js`, {
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    DATA_DIR: dataDir,
  });
  const sandboxUrl = `http://127.0.0.1:${services.port}`;
  const nameUri = (name: string) => `mongodb://127.0.0.1:${database.port}/${name}`;
  return {
    /** The address of a database of that name. */
    nameUri,
    /** Connects to a database of that name, like our server. */
    async connect(name: string): Promise<Database> {
      const connected = await connectDatabase(nameUri(name));
      closers.push(() => connected.close());
      return connected;
    },
    /** Starts our server, built for production, with a database of that name. */
    startServer: (name: string, env: Record<string, string> = {}) =>
      start(`server/${BUILD}/main.js`, {
        NODE_ENV: 'test',
        PORT: '0',
        LOG_LEVEL: 'silent',
        MONGODB_URI: nameUri(name),
        JWT_SECRET,
        FIREBASE_PROJECT_ID: 'speakifyr-sandbox',
        FIREBASE_API_KEY: 'sandbox-api-key',
        FIREBASE_JWKS_URL: `${sandboxUrl}/jwks.json`,
        IDENTITY_TOOLKIT_URL: `${sandboxUrl}/identitytoolkit.googleapis.com`,
        STRIPE_SECRET_KEY: 'sk_test_sandbox',
        STRIPE_WEBHOOK_SECRET: 'whsec_of_the_bench',
        STRIPE_API_URL: sandboxUrl,
        RATE_LIMIT_PER_MINUTE: '1000000000',
        // As in dev/scripts/start.mjs.
        MALLOC_ARENA_MAX: '2',
        ...env,
      }),
    startBare: (env: Record<string, string>) => start('dev/bench/src/bare-express.ts', env),
    /** Stops everything and deletes the data. */
    async close(): Promise<void> {
      for (const closeOne of closers.reverse()) await closeOne();
    },
  };
}
