import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Db, MongoClient } from 'mongodb';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** If set, the tests run against this MongoDB, to show that MongoDB gives the answers that they expect. */
export const REAL_MONGODB = process.env['MONGODB_URI'];

/** How a program ended, and what it printed. */
export interface Ending {
  exitCode: number | null;
  output: string;
}

/** A sandbox database in its own process. */
export interface DatabaseProcess {
  child: ChildProcess;
  uri: string;
  port: number;
  /** Resolves when it has ended. */
  ending: Promise<Ending>;
  stop(signal?: NodeJS.Signals): Promise<Ending>;
}

/** Starts the program and waits until it ends. */
export async function runDatabase(env: Record<string, string>): Promise<Ending> {
  return spawnDatabase(env).ending;
}

/** Starts the program and waits until it listens. @throws {Error} with its output if it ends first */
export async function startDatabase(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<DatabaseProcess> {
  const { child, ending } = spawnDatabase({ DATA_DIR: dataDir, SANDBOX_MONGO_PORT: '0', ...env });
  const port = await new Promise<number>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (data: Buffer) => {
      output += data.toString();
      const found = /sandbox database ready on 127\.0\.0\.1:(\d+)\n/.exec(output);
      if (found) resolve(Number(found[1]));
    });
    void ending.then((end) => reject(new Error(`it ended: ${end.output}`)));
  });
  return {
    child,
    port,
    uri: `mongodb://127.0.0.1:${port}`,
    ending,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ending;
    },
  };
}

function spawnDatabase(env: Record<string, string>): {
  child: ChildProcess;
  ending: Promise<Ending>;
} {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  }) as ChildProcessByStdio<null, Readable, Readable>;
  let output = '';
  const collect = (data: Buffer) => (output += data.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  // The child's 'close' event never comes if this process disconnects first.
  const ends = [once(child, 'exit'), once(child.stdout, 'close'), once(child.stderr, 'close')];
  const ending = Promise.all(ends).then(() => ({ exitCode: child.exitCode, output }));
  return { child, ending };
}

/** Creates an empty folder for a database. */
export async function makeDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'speakifyr-mongo-'));
}

/** A fresh database of the sandbox, or of the real MongoDB at MONGODB_URI, with a connected driver. */
export interface TestDatabase {
  db: Db;
  client: MongoClient;
  /** Connects another client to the same database. */
  connect(): Promise<{ db: Db; client: MongoClient }>;
  close(): Promise<void>;
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const dataDir = REAL_MONGODB ? undefined : await makeDataDir();
  const server = dataDir ? await startDatabase(dataDir) : undefined;
  const uri = REAL_MONGODB ?? server?.uri ?? '';
  const name = `test_${randomUUID().slice(0, 8)}`;
  const clients: MongoClient[] = [];
  const connect = async () => {
    const client = new MongoClient(uri, { monitorCommands: true });
    clients.push(client);
    await client.connect();
    return { client, db: client.db(name) };
  };
  const { client, db } = await connect();
  return {
    client,
    db,
    connect,
    async close() {
      if (REAL_MONGODB) await db.dropDatabase();
      await Promise.all(clients.map((each) => each.close()));
      await server?.stop();
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
