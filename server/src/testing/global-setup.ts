import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProgram } from './programs.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Has no database name. */
    mongoUri: string;
    /** Address of the stand-ins for Firebase and Stripe. */
    sandboxUrl: string;
  }
}

/** Starts the sandbox once for all test files. Set MONGODB_URI to test against a real MongoDB. */
export default async function startSandbox(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'speakifyr-server-'));
  const env = {
    DATA_DIR: dataDir,
    SANDBOX_MONGO_PORT: '0',
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
  };
  const realMongo = process.env.MONGODB_URI;
  const mongo = realMongo ? undefined : await startProgram('dev/sandbox/src/mongo/main.ts', env);
  // The sandbox sends no webhooks. The tests sign and send their own.
  const services = await startProgram('dev/sandbox/src/main.ts', {
    ...env,
    SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9/api/stripe/webhook',
  });
  project.provide('mongoUri', realMongo ?? `mongodb://127.0.0.1:${mongo?.port}`);
  project.provide('sandboxUrl', `http://127.0.0.1:${services.port}`);
  return async () => {
    await services.stop();
    await mongo?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
