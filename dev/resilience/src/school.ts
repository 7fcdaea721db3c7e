import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from '@speakifyr/contract/limits.ts';
import { MongoClient } from 'mongodb';
import {
  type ClassDocument,
  type Collections,
  openCollections,
} from '../../../server/src/database/collections.ts';
import { createSessionToken } from '../../../server/src/identity/session-tokens.ts';
import { makeClass, makeTag, makeUser } from '../../../server/src/testing/documents.ts';
import { type Program, startProgram } from '../../../server/src/testing/programs.ts';
import type { Build } from './build.ts';
import { type Link, openDatabaseLink, openStripeLink } from './links.ts';
import { addressOf, createPerson, type Person } from './people.ts';

const FAST_CLOCK = fileURLToPath(new URL('./fast-clock.mjs', import.meta.url));

export const JWT_SECRET = 'a-secret-of-the-resilience-attacks-that-is-long-enough';
export const WEBHOOK_SECRET = 'whsec_of_the_resilience_attacks';
export const STRIPE_KEY = 'sk_test_sandbox';
export const FIREBASE_PROJECT = 'speakifyr-sandbox';

/** A process that can be killed and started again, on the same port and data. */
export type Process = {
  port: number;
  program: Program;
  /** kill -9; returns when it is gone. */
  kill(): Promise<void>;
  /** Starts it again (after `kill`, or after it ended by itself). @param settings other ones for this time */
  start(settings?: Record<string, string>): Promise<void>;
};

/** A whole school that runs on this machine: database, stand-ins, servers, and the wires between them. */
export type School = {
  /** The database itself, not through a link: what is true. */
  collections: Collections;
  servers: Process[];
  database: Process;
  /** Firebase and Stripe. */
  services: Process;
  /** Where people sign in. */
  providerUrl: string;
  databaseLink: Link;
  stripeLink: Link;
  dataDir: string;
  /** The time by the school's clock. */
  now(): Date;
  /** Lets time pass at once: for people, and for what is started from now on. Needs a `clockSpeed`. */
  skipTime(milliseconds: number): void;
  addClass(fields?: Partial<ClassDocument>): Promise<ClassDocument & { id: string }>;
  /** Registers people and gives each a browser with an address of its own; the servers take turns. */
  addPeople(count: number, role?: Role): Promise<Person[]>;
  close(): Promise<void>;
};

export type SchoolOptions = {
  servers?: number;
  /** Settings of the servers beside the usual ones. */
  env?: Record<string, string>;
  /** How many times as fast the clocks run. */
  clockSpeed?: number;
  /** Whether Stripe sends webhooks. */
  webhooks?: boolean;
};

/** Opens a school of its own data folder, database and ports. @param build what it runs */
export async function openSchool(
  build: Build,
  { servers: serverCount = 1, env = {}, clockSpeed = 1, webhooks = false }: SchoolOptions = {},
): Promise<School> {
  const dataDir = await mkdtemp(join(tmpdir(), 'speakifyr-resilience-'));
  const clockStart = Date.now();
  let ahead = 0;
  const now = () => new Date(clockStart + (Date.now() - clockStart) * clockSpeed + ahead);
  const clock: Record<string, string> =
    clockSpeed === 1
      ? {}
      : {
          NODE_OPTIONS: `--import ${FAST_CLOCK}`,
          CLOCK_SPEED: String(clockSpeed),
          CLOCK_START: String(clockStart),
        };
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closeOne of closers.reverse()) await closeOne();
    await rm(dataDir, { recursive: true, force: true });
  };
  const run = async (file: string, portVariable: string, settings: Record<string, string>) => {
    const started = await startProcess(file, portVariable, () => ({
      ...clock,
      CLOCK_AHEAD: String(ahead),
      ...settings,
    }));
    closers.push(() => started.program.stop());
    return started;
  };
  try {
    const database = await run(build.mongo, 'SANDBOX_MONGO_PORT', { DATA_DIR: dataDir });
    const firstServerPort = await findFreePort();
    const services = await run(build.services, 'SANDBOX_PORT', {
      DATA_DIR: dataDir,
      // Port 9 is where nobody listens.
      SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${webhooks ? firstServerPort : 9}/api/stripe/webhook`,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    });
    const databaseLink = await openDatabaseLink(() => database.port);
    const stripeLink = await openStripeLink(() => services.port);
    closers.push(databaseLink.close, stripeLink.close);

    const servers: Process[] = [];
    for (let number = 0; number < serverCount; number += 1)
      servers.push(
        await run(build.server, 'PORT', {
          ...(number === 0 && { PORT: String(firstServerPort) }),
          NODE_ENV: 'test',
          LOG_LEVEL: 'silent',
          MONGODB_URI: `mongodb://127.0.0.1:${databaseLink.port}/speakifyr`,
          JWT_SECRET,
          FIREBASE_PROJECT_ID: FIREBASE_PROJECT,
          FIREBASE_JWKS_URL: `http://127.0.0.1:${services.port}/jwks.json`,
          STRIPE_SECRET_KEY: STRIPE_KEY,
          STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
          STRIPE_API_URL: `http://127.0.0.1:${stripeLink.port}`,
          ...env,
        }),
      );
    // The database may be killed and come back: the truth is asked for as long as that takes.
    const client = await new MongoClient(`mongodb://127.0.0.1:${database.port}/speakifyr`, {
      writeConcern: { w: 'majority', journal: true },
    }).connect();
    closers.push(() => client.close());
    const collections = openCollections(client.db());
    return {
      collections,
      servers,
      database,
      services,
      providerUrl: `http://127.0.0.1:${services.port}`,
      databaseLink,
      stripeLink,
      dataDir,
      now,
      skipTime: (milliseconds) => {
        ahead += milliseconds;
      },
      addClass: (fields) => addClass(collections, fields),
      addPeople: (count, role) =>
        addPeople(
          collections,
          count,
          role,
          (number) => servers[number % servers.length]!.port,
          now,
        ),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startProcess(
  file: string,
  portVariable: string,
  settings: () => Record<string, string>,
): Promise<Process> {
  const port = settings()[portVariable] ?? String(await findFreePort());
  const start = (more?: Record<string, string>) =>
    startProgram(file, { ...settings(), ...more, [portVariable]: port });
  const started: Process = {
    port: Number(port),
    program: await start(),
    async kill() {
      const { child } = started.program;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
    async start(more) {
      started.program = await start(more);
    },
  };
  return started;
}

/**
 * A port that nobody listens on now; a process that is started again needs the one it had. Below those that systems give
 * to connections that go out (Linux: from 32768 on): one of these may be taken again before the process listens.
 */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((tell) =>
      probe.once('error', () => tell(false)).listen({ port, host: '127.0.0.1' }, () => tell(true)),
    );
    if (!isFree) continue;
    await new Promise((closed) => probe.close(closed));
    return port;
  }
}

let made = 0;

async function addClass(
  { classes }: Collections,
  fields: Partial<ClassDocument> = {},
): Promise<ClassDocument & { id: string }> {
  made += 1;
  const campClass = makeClass({ name: `Class ${made}`, course_tag: makeTag(made), ...fields });
  await classes.insertOne(campClass);
  return { ...campClass, id: campClass._id.toHexString() };
}

async function addPeople(
  { users }: Collections,
  count: number,
  role: Role = 'student',
  portOf: (number: number) => number,
  now: () => Date,
): Promise<Person[]> {
  const documents = Array.from({ length: count }, () => {
    made += 1;
    const email = `${role}-${made}@resilience.test`;
    return makeUser({ name: `${role} ${made}`, email, role, createdAt: now() });
  });
  await users.insertMany(documents);
  return documents.map(({ email }, index) =>
    createPerson({
      email,
      token: () => mintToken(email, now()),
      port: () => portOf(index),
      address: addressOf(made - count + index),
    }),
  );
}

/** A session token as the server gives it. */
export function mintToken(email: string, at: Date): string {
  return createSessionToken(email, { environment: { JWT_SECRET } as never, now: () => at });
}
