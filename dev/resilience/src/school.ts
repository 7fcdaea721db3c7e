import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Role } from '@speakifyr/contract/limits.ts';
import { MongoClient } from 'mongodb';
import { type ClassDocument } from '../../../server/src/database/class-document.ts';
import { type Collections, openCollections } from '../../../server/src/database/collections.ts';
import { claimLayout } from '../../../server/src/database/layout.ts';
import {
  makeChild,
  makeClass,
  makeGuardian,
  makeSessionToken,
  makeTag,
  makeUser,
} from '../../../server/src/testing/documents.ts';
import { buildSchool, type SchoolChange } from '../../../server/src/testing/school.ts';
import { inWeek } from '../../../server/src/testing/today.ts';
import { type Program, startProgram } from '../../../server/src/testing/programs.ts';
import type { Build } from './build.ts';
import type { CashBox } from './cash-box.ts';
import { openDatabaseLink, openStripeLink } from './links.ts';
import { pause } from './waiting.ts';
import { createPerson, type Person } from './people.ts';

const FAST_CLOCK = fileURLToPath(new URL('./fast-clock.mjs', import.meta.url));

/** In how many different weeks the classes are. */
const WEEKS = 40;

const JWT_SECRET = 'a-secret-of-the-resilience-attacks-that-is-long-enough';
export const WEBHOOK_SECRET = 'whsec_of_the_resilience_attacks';
export const STRIPE_KEY = 'sk_test_sandbox';

/** A process that can be killed and started again, on the same port and data. */
type Process = {
  port: number;
  /** Whether it is running. */
  isAlive(): boolean;
  /** kill -9; returns when the process is gone. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. @param settings others than usual, for this time */
  start(settings?: Record<string, string>): Promise<void>;
};

export type CampClass = ClassDocument & { id: string };

/** A whole school running on this machine: database, stand-ins, servers, and the lines between them. */
export type School = Awaited<ReturnType<typeof openSchool>>;

type SchoolOptions = {
  servers?: number;
  /** Settings of the servers, in addition to the usual ones. */
  env?: Record<string, string>;
  /** What the school has decided otherwise than school.json says. */
  decided?: SchoolChange;
  /** How many times as fast the clocks run. */
  clockSpeed?: number;
  /** Whether Stripe sends webhooks. */
  webhooks?: boolean;
};

/** Does something with a school that is closed afterwards. @param build the programs that it runs */
export async function withSchool<T>(
  build: Build,
  options: SchoolOptions,
  act: (school: School) => Promise<T>,
): Promise<T> {
  const school = await openSchool(build, options);
  try {
    return await act(school);
  } finally {
    school.calmLines();
    await school.close();
  }
}

/** Opens a school with its own data folder, database and ports. */
async function openSchool(build: Build, options: SchoolOptions = {}) {
  const { servers: serverCount = 1, env = {}, decided, clockSpeed = 1, webhooks = false } = options;
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
  const closers: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  const close = async () => {
    for (const closeOne of closers.reverse()) await closeOne();
  };
  const run = async (file: string, portVariable: string, settings: Record<string, string>) => {
    const port = settings[portVariable] ?? String(await findFreePort());
    const start = (more?: Record<string, string>) =>
      startProgram(file, {
        ...clock,
        CLOCK_AHEAD: String(ahead),
        ...settings,
        ...more,
        [portVariable]: port,
      });
    const process = manage(Number(port), await start(), start);
    closers.push(() => process.stop());
    return process;
  };
  try {
    const database = await run(build.mongo, 'SANDBOX_MONGO_PORT', { DATA_DIR: dataDir });
    // Attacks kill the database and start it again: this client waits for it.
    const client = await new MongoClient(`mongodb://127.0.0.1:${database.port}/speakifyr`, {
      writeConcern: { w: 'majority', journal: true },
    }).connect();
    closers.push(() => client.close());
    const collections = openCollections(client.db());
    await claimLayout(collections);
    const terms = { ...buildSchool(decided), version: 1 };
    await collections.settings.insertOne({ _id: 'school', terms, changedAt: now() });
    const firstServerPort = await findFreePort();
    const services = await run(build.services, 'SANDBOX_PORT', {
      DATA_DIR: dataDir,
      SANDBOX_SMTP_PORT: '0',
      // Nothing listens on port 9.
      SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${webhooks ? firstServerPort : 9}/api/stripe/webhook`,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    });
    const databaseLink = await openDatabaseLink(database.port);
    const stripeLink = await openStripeLink(services.port);
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
          FIREBASE_PROJECT_ID: 'speakifyr-sandbox',
          FIREBASE_JWKS_URL: `http://127.0.0.1:${services.port}/jwks.json`,
          FIREBASE_API_KEY: 'key-of-the-attacks',
          IDENTITY_TOOLKIT_URL: `http://127.0.0.1:${services.port}/identitytoolkit.googleapis.com`,
          STRIPE_SECRET_KEY: STRIPE_KEY,
          STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
          STRIPE_API_URL: `http://127.0.0.1:${stripeLink.port}`,
          // All people come from one address, and some call very often.
          RATE_LIMIT_PER_MINUTE: '1000000',
          HOLDS_PER_ADDRESS: '1000000',
          ...env,
        }),
      );
    const failures: string[] = [];
    /** How often each call was answered 200, by its name. */
    const done = new Map<string, number>();
    return {
      /** Answers to people that no server should give, however it is treated: what went wrong is not the caller's fault. */
      failures,
      countDone: (call: keyof Contract) => done.get(call) ?? 0,
      /** What people did, and how often, for a report. */
      listDone: () =>
        [...done]
          .filter(([call]) => !call.startsWith('GET'))
          .map(([call, count]) => `${count} × ${call}`)
          .join(', '),
      /** The database itself, not through a link: the truth. */
      collections,
      servers,
      database,
      cashBox: new Map() as CashBox,
      /** The stand-ins for Firebase and Stripe. */
      services,
      databaseLink,
      stripeLink,
      /** From now on, all messages pass. */
      calmLines(): void {
        databaseLink.meddle();
        stripeLink.meddle();
      },
      /** The time on the school's clock. */
      now,
      /** Moves the clock ahead, for people and for everything started from now on. Needs a `clockSpeed`. */
      skipTime(milliseconds: number): void {
        ahead += milliseconds;
      },
      addClass: (fields?: Partial<ClassDocument>) => addClass(collections, fields),
      /** Lets everybody join as often as they like: forgets, over and over, what counts against their limits. */
      async forgetHolds(isOver: () => boolean): Promise<void> {
        while (!isOver()) {
          const update = { $set: { holds: [] }, $inc: { holdsRevision: 1 } };
          // It fails while the database is down, and is tried again.
          await collections.users.updateMany({}, update).catch(() => undefined);
          await pause(200);
        }
      },
      /** Registers people, spread over the servers. */
      async addPeople(count: number, role: Role = 'student'): Promise<Person[]> {
        const users = Array.from({ length: count }, () => {
          made += 1;
          const email = `${role}-${made}@resilience.test`;
          return makeUser({ name: `${role} ${made}`, email, role, createdAt: now() });
        });
        await collections.users.insertMany(users);
        const environment = { JWT_SECRET } as never;
        return users.map(({ email }, index) =>
          createPerson(
            email,
            servers[index % servers.length]!.port,
            () => makeSessionToken({ email }, { environment, now }),
            // 503: something that the server needs does not answer.
            ({ status, call, body }, name) => {
              if (status === 200) done.set(name, (done.get(name) ?? 0) + 1);
              if (status >= 500 && status !== 503)
                failures.push(`${call} was answered ${status}: ${JSON.stringify(body)}`);
            },
          ),
        );
      },
      /** Adds a child. @param guardians people who may all book for it @returns its id */
      async addChild(guardians: Person[]): Promise<string> {
        made += 1;
        const emails = guardians.map(({ email }) => email);
        const users = await collections.users.find({ email: { $in: emails } }).toArray();
        const child = makeChild(users[0]!._id, {
          name: `child ${made}`,
          guardians: users.map(({ _id }) => makeGuardian(_id)),
        });
        await collections.children.insertOne(child);
        return child._id.toHexString();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function manage(
  port: number,
  first: Program,
  startAgain: (settings?: Record<string, string>) => Promise<Program>,
): Process & { stop(): Promise<void> } {
  let program = first;
  const isAlive = () => program.child.exitCode === null && program.child.signalCode === null;
  return {
    port,
    isAlive,
    async kill() {
      if (!isAlive()) return;
      const ended = once(program.child, 'close');
      program.child.kill('SIGKILL');
      await ended;
    },
    async start(settings) {
      program = await startAgain(settings);
    },
    stop: () => program.stop(),
  };
}

/** Finds a free port for a restartable process. It is below the ports for outgoing connections (on Linux from 32768). */
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
): Promise<CampClass> {
  made += 1;
  // Of other days than the one before: an account holds one unpaid seat for each person and day.
  const campClass = makeClass({
    ...{ name: `Class ${made}`, course_tag: makeTag(made) },
    ...inWeek(made % WEEKS),
    ...fields,
  });
  await classes.insertOne(campClass);
  return { ...campClass, id: campClass._id.toHexString() };
}
