import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import dotenv from 'dotenv';
import { createApp } from './app.ts';
import { connectDatabase } from './database/connect.ts';
import { LayoutError } from './database/layout.ts';
import { migrate } from './database/migrate.ts';
import { describeDemoAccounts, findDemoAccounts } from './demo/demo-users.ts';
import { seedDemoData } from './demo/seed.ts';
import { type Environment, readEnvironment, usesRealSignIn } from './environment.ts';
import { createLog, cutSecrets } from './log.ts';
import { TIMEOUTS } from './http/timeouts.ts';
import { createMetrics } from './metrics.ts';
import { repairAssignments } from './instructors/instructors.service.ts';
import { startMailing } from './messages/start-mailing.ts';
import { createFirebase } from './outside/firebase.ts';
import { watchOutside } from './outside/watch-outside.ts';
import { createMailer } from './outside/smtp.ts';
import { createCardPayments } from './outside/stripe.ts';
import { createWebhookSender } from './outside/webhook-sender.ts';
import { takeOver } from './school/take-over.ts';
import { readSchool, startFollowing } from './school/school.service.ts';
import { startDelivering } from './programs/start-delivering.ts';
import { readSecretFiles } from './secret-files.ts';
import type { Services } from './services.ts';
import { startTracing } from './tracing.ts';
import { listWarnings } from './settings-warnings.ts';
import { COMMIT, VERSION } from './version.ts';
import { startJobs } from './jobs/jobs.ts';

/** How long running requests may take to finish after the server is told to stop. */
const STOP_MS = 10_000;

/** Reads the settings, connects, seeds demo data if SEED_DEMO_DATA is set, and listens until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  dotenv.config({ quiet: true });
  readSecretFiles(process.env);
  const environment = readEnvironment(process.env);
  const stopping = new AbortController();
  const services = await connectServices(environment, stopping.signal);
  if (usesRealSignIn(environment)) await refuseDemoAccounts(services);
  if (environment.SEED_DEMO_DATA) await seedDemoData(services);
  await takeOver(process.env, services);
  await readSchool(services);
  for (const warning of listWarnings(environment, process.env)) services.log.warn(warning);
  await repairAssignments(services);
  const stopFollowing = startFollowing(services);
  const stopJobs = startJobs(services);
  const stopMailing = startMailing(services);
  const stopDelivering = startDelivering(services);
  const server = createServer(TIMEOUTS, await createApp(services));

  await new Promise<void>((ready, fail) => {
    server.once('error', fail);
    server.listen(environment.PORT, environment.HOST, ready);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : environment.PORT;
  // dev/scripts/start.mjs and the tests wait for this line.
  console.log(`server ready on ${environment.HOST}:${port}`);

  /** Says that it is not ready, accepts no more connections after a while, finishes running work, and exits. */
  const stop = async (exitCode: number, drainSeconds = 0) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    await delay(drainSeconds * 1_000);
    const tooLong = setTimeout(() => {
      services.log.error(
        'stopped before all running work was finished; the next start continues it',
      );
      process.exit(1);
    }, STOP_MS);
    // A connection that is busy now becomes idle once its response is sent.
    const closing = setInterval(() => server.closeIdleConnections(), 50);
    const stopped = [stopFollowing(), stopJobs(), stopMailing(), stopDelivering()];
    await Promise.all([new Promise((closed) => server.close(closed)), ...stopped]);
    await services.database.close();
    await services.tracing?.stop();
    clearInterval(closing);
    clearTimeout(tooLong);
    process.exit(exitCode);
  };
  process.once('SIGTERM', () => stop(0, environment.DRAIN_SECONDS));
  process.once('SIGINT', () => stop(0));
  // Once the program that started us is gone, nothing else would stop us.
  process.once('disconnect', () => stop(0));

  // Everything that matters is in the database and changes in atomic updates, so an unhandled rejection leaves nothing
  // half done. After an uncaught exception, we can't be sure, so we stop. The next start finishes what was left.
  process.on('unhandledRejection', (error) =>
    services.log.error({ err: error }, 'unhandled rejection'),
  );
  process.on('uncaughtException', (error) => {
    services.log.fatal({ err: error }, 'uncaught exception: the server stops');
    void stop(1);
  });
}

async function connectServices(environment: Environment, stopping: AbortSignal): Promise<Services> {
  const metrics = createMetrics(new Date());
  const tracing = environment.OTEL_EXPORTER_OTLP_ENDPOINT ? await startTracing(metrics) : null;
  const log = createLog(environment, undefined, tracing?.readTraceId);
  log.info({ version: VERSION, commit: COMMIT, node: process.version }, 'SPEAKIFYR starts');
  if (environment.MIGRATE_AT_START)
    await migrate(environment.MONGODB_URI, (sentence) => log.info(sentence));
  const database = await connectDatabase(
    environment.MONGODB_URI,
    { monitorCommands: tracing !== null },
    log,
  );
  metrics.watchConnections(database.client);
  tracing?.watchCommands(database.client);
  const cardPayments = createCardPayments({
    secretKey: environment.STRIPE_SECRET_KEY,
    webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
    apiUrl: environment.STRIPE_API_URL,
  });
  const mailer = createMailer(environment);
  return {
    environment: {
      ...environment,
      ...(environment.CLIENT_DIR && { CLIENT_DIR: resolve(environment.CLIENT_DIR) }),
    },
    database,
    log,
    metrics,
    tracing,
    cardPayments: watchOutside('stripe', cardPayments, metrics, tracing),
    provider: watchOutside('identity', createFirebase(environment), metrics, tracing),
    mailer: mailer && watchOutside('mail', mailer, metrics, tracing),
    webhookSender: watchOutside('webhook', createWebhookSender(environment), metrics, tracing),
    mailBell: new EventEmitter(),
    stopping,
    now: () => new Date(),
  };
}

/** @throws {StartError} with real sign-in, anybody could become the demo school's admin */
async function refuseDemoAccounts({ database }: Services): Promise<void> {
  const found = await findDemoAccounts(database.collections);
  if (found.length > 0) throw new StartError(describeDemoAccounts(found));
}

/** A reason not to start. Its message is for the person at the terminal. */
class StartError extends Error {}

/** One sentence for common problems; the whole error for all others. */
function explainFailure(error: unknown): string {
  const { code, name, message, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or set PORT.`;
  if (code === 'EACCES') return `Port ${port} is not allowed. Set PORT to a number above 1023.`;
  if (error instanceof StartError || error instanceof LayoutError) return message;
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
