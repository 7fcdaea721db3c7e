import { createServer } from 'node:http';
import { resolve } from 'node:path';
import dotenv from 'dotenv';
import { createApp } from './app.ts';
import { connectDatabase } from './database/connect.ts';
import { seedDemoData } from './demo/seed.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { createLog, cutSecrets } from './log.ts';
import { createMetrics } from './metrics.ts';
import { repairAssignments } from './instructors/instructors.service.ts';
import { createFirebaseVerifier } from './outside/firebase-tokens.ts';
import { createCardPayments } from './outside/stripe.ts';
import type { Services } from './services.ts';
import { startSweeping } from './sweep.ts';

/** How long calls that are under way may take to end when the server is told to stop. */
const STOP_MS = 10_000;

/**
 * In milliseconds. Whoever sends slowly must not keep us. A connection is kept for the next call longer than the 60
 * seconds after which usual proxies end theirs, so that none of them sends a call into one that we end at that moment.
 */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 65_000 };

/** Reads the environment, connects, seeds if asked to, listens; stops on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  dotenv.config({ quiet: true });
  const environment = readEnvironment(process.env);
  const stopping = new AbortController();
  const services = await connectServices(environment, stopping.signal);
  if (environment.SEED_DEMO_DATA) await seedDemoData(services);
  await repairAssignments(services);
  const stopSweeping = startSweeping(services);
  const server = createServer(TIMEOUTS, createApp(services));

  await new Promise<void>((ready, fail) => {
    server.once('error', fail);
    server.listen(environment.PORT, environment.HOST, ready);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : environment.PORT;
  // dev/scripts/start.mjs and the tests wait for this line.
  console.log(`server ready on ${environment.HOST}:${port}`);

  /** Takes no more connections, ends what is under way, and leaves. */
  const stop = async (exitCode: number) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    const tooLong = setTimeout(() => {
      services.log.error(
        'stopped before everything under way had ended; the next start takes it up',
      );
      process.exit(1);
    }, STOP_MS);
    // Those that are busy now are idle, and of no use any more, when they have their answer.
    const closing = setInterval(() => server.closeIdleConnections(), 50);
    await Promise.all([new Promise((closed) => server.close(closed)), stopSweeping()]);
    await services.database.close();
    clearInterval(closing);
    clearTimeout(tooLong);
    process.exit(exitCode);
  };
  process.once('SIGTERM', () => stop(0));
  process.once('SIGINT', () => stop(0));
  // Started by another program with a channel to it: nobody is left to stop us when that program is gone.
  process.once('disconnect', () => stop(0));

  // All that counts lies in the database, changed in one step each: a promise that nobody looked after leaves nothing
  // half done. After an error that nobody caught, who knows; the next start takes up what this one leaves.
  process.on('unhandledRejection', (error) =>
    services.log.error({ err: error }, 'unhandled rejection'),
  );
  process.on('uncaughtException', (error) => {
    services.log.fatal({ err: error }, 'uncaught exception: the server stops');
    void stop(1);
  });
}

async function connectServices(environment: Environment, stopping: AbortSignal): Promise<Services> {
  const log = createLog(environment);
  return {
    environment: {
      ...environment,
      ...(environment.CLIENT_DIR && { CLIENT_DIR: resolve(environment.CLIENT_DIR) }),
    },
    database: await connectDatabase(environment.MONGODB_URI, {}, log),
    cardPayments: createCardPayments({
      secretKey: environment.STRIPE_SECRET_KEY,
      webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
      apiUrl: environment.STRIPE_API_URL,
    }),
    verifyProviderToken: createFirebaseVerifier({
      projectId: environment.FIREBASE_PROJECT_ID,
      jwksUrl: environment.FIREBASE_JWKS_URL,
    }),
    log,
    metrics: createMetrics(new Date()),
    stopping,
    now: () => new Date(),
  };
}

/** One sentence for what usually goes wrong; the whole error only for a surprise. */
function explainFailure(error: unknown): string {
  const { code, name, message, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken: stop what runs there, or set PORT.`;
  if (code === 'EACCES') return `Port ${port} may not be used: set PORT to one above 1023.`;
  if (message?.startsWith('The settings are not right')) return message;
  if (name === 'MongoParseError') return `MONGODB_URI is not the address of a database: ${message}`;
  if (/server selection|ECONNREFUSED/i.test(message ?? ''))
    return `The database does not answer (MONGODB_URI): ${message}`;
  return stack ?? String(error);
}

main().catch((error: unknown) => {
  console.error(cutSecrets(explainFailure(error)));
  process.exit(1);
});
