import { createServer } from 'node:http';
import { resolve } from 'node:path';
import dotenv from 'dotenv';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { connectDatabase } from './database/connect.ts';
import { seedDemoData } from './database/seed.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { repairAssignments } from './instructors/instructors.service.ts';
import { createFirebaseVerifier } from './outside/firebase-tokens.ts';
import { createCardPayments } from './outside/stripe.ts';
import type { Services } from './services.ts';
import { startSweeping } from './sweep.ts';

/** How long calls that are under way may take to end when the server is told to stop. */
const STOP_MS = 10_000;
/**
 * How long a connection is kept for the next call: longer than the 60 seconds after which usual proxies end theirs, so
 * that none of them sends a call into one that we end at that moment.
 */
const KEEP_ALIVE_MS = 65_000;

/** Reads the environment, connects, seeds if asked to, listens; stops on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  dotenv.config({ quiet: true });
  const environment = readEnvironment(process.env);
  const services = await connectServices(environment);
  if (environment.SEED_DEMO_DATA) await seedDemoData(services);
  await repairAssignments(services);
  const stopSweeping = startSweeping(services);
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, createApp(services));

  await new Promise<void>((ready, fail) => {
    server.once('error', fail);
    server.listen(environment.PORT, environment.HOST, ready);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : environment.PORT;
  // scripts/start.mjs and the tests wait for this line.
  console.log(`server ready on ${environment.HOST}:${port}`);

  const stop = async () => {
    const deadline = setTimeout(() => process.exit(1), STOP_MS);
    await new Promise((closed) => {
      server.close(closed);
      server.closeIdleConnections();
    });
    await stopSweeping();
    await services.database.close();
    clearTimeout(deadline);
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // Started by another program with a channel to it: nobody is left to stop us when that program is gone.
  process.once('disconnect', stop);
}

async function connectServices(environment: Environment): Promise<Services> {
  return {
    environment: {
      ...environment,
      ...(environment.CLIENT_DIR && { CLIENT_DIR: resolve(environment.CLIENT_DIR) }),
    },
    database: await connectDatabase(environment.MONGODB_URI),
    cardPayments: createCardPayments({
      secretKey: environment.STRIPE_SECRET_KEY,
      webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
      apiUrl: environment.STRIPE_API_URL,
    }),
    verifyProviderToken: createFirebaseVerifier({
      projectId: environment.FIREBASE_PROJECT_ID,
      jwksUrl: environment.FIREBASE_JWKS_URL,
    }),
    log: pino({ level: environment.LOG_LEVEL }),
    now: () => new Date(),
  };
}

/** One sentence for what usually goes wrong; the whole error only for a surprise. */
function explainFailure(error: unknown): string {
  const { code, message, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken: stop what runs there, or set PORT.`;
  if (code === 'EACCES') return `Port ${port} may not be used: set PORT to one above 1023.`;
  if (message?.startsWith('The settings are not right')) return message;
  if (/server selection|ECONNREFUSED/i.test(message ?? ''))
    return `The database does not answer (MONGODB_URI): ${message}`;
  return stack ?? String(error);
}

main().catch((error: unknown) => {
  console.error(explainFailure(error));
  process.exit(1);
});
