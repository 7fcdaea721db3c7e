import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Database } from './database.ts';
import { startServer } from './server.ts';
import {
  type DatabaseProcess,
  makeDataDir,
  REAL_MONGODB,
  runDatabase,
  startDatabase,
} from './testing/start-database.ts';

/** The files on disk: acknowledged writes survive, and a failed start prints one sentence. */
describe.skipIf(REAL_MONGODB)('on disk', () => {
  interface Entry {
    _id: number;
    text: string;
    twin: string;
  }
  const COUNT = 2_000;
  const makeEntry = (_id: number): Entry => {
    const text = `entry ${_id} `.repeat(20 + (_id % 50));
    return { _id, text, twin: text };
  };
  let dataDir: string;
  const clients: MongoClient[] = [];
  const servers: DatabaseProcess[] = [];

  beforeEach(async () => {
    dataDir = await makeDataDir();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await Promise.all(servers.splice(0).map((server) => server.stop('SIGKILL')));
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start() {
    const server = await startDatabase(dataDir);
    servers.push(server);
    return { server, entries: open(server.uri) };
  }

  function open(uri: string) {
    const client = new MongoClient(uri, { serverSelectionTimeoutMS: 500 });
    clients.push(client);
    return client.db('speakifyr').collection<Entry>('entries');
  }

  test('kill -9 during 2,000 inserts loses or damages no acknowledged one', async () => {
    const { server, entries } = await start();
    const acknowledged = new Set<number>();
    let next = 0;
    const writeOn = async () => {
      while (next < COUNT) {
        const entry = makeEntry(next++);
        await entries.insertOne(entry);
        acknowledged.add(entry._id);
        if (acknowledged.size === COUNT / 2) server.child.kill('SIGKILL');
      }
    };
    const writers = await Promise.allSettled(Array.from({ length: 20 }, writeOn));
    expect(writers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(acknowledged.size).toBeGreaterThanOrEqual(COUNT / 2);
    expect(acknowledged.size).toBeLessThan(COUNT);
    await server.ending;

    const { entries: again } = await start();
    const found = await again.find({}).toArray();
    const ids = new Set(found.map(({ _id }) => _id));
    expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
    for (const entry of found) expect(entry).toEqual(makeEntry(entry._id));
    await again.insertOne(makeEntry(COUNT));
  });

  test('kill -9 during updates keeps each document whole, with all acknowledged changes', async () => {
    const { server, entries } = await start();
    await entries.insertMany(
      Array.from({ length: 20 }, (_, i) => ({ ...makeEntry(i), text: '0', twin: '0' })),
    );
    const acknowledged = Array.from({ length: 20 }, () => 0);
    let all = 0;
    const changeOn = async (_id: number) => {
      for (let n = 1; ; n++) {
        await entries.updateOne({ _id }, { $set: { text: String(n), twin: String(n) } });
        acknowledged[_id] = n;
        if (++all === 500) server.child.kill('SIGKILL');
      }
    };
    await Promise.allSettled(acknowledged.map((_n, id) => changeOn(id)));
    await server.ending;
    const { entries: again } = await start();
    for (const { _id, text, twin } of await again.find({}).toArray()) {
      expect(text).toBe(twin);
      expect(Number(text)).toBeGreaterThanOrEqual(acknowledged[_id] ?? Infinity);
    }
  });

  test('kill -9 after a reader has seen a change does not lose it', async () => {
    const { server, entries } = await start();
    // A large document is in memory long before it is on disk.
    await entries.insertOne({ _id: 0, text: '0', twin: 'x'.repeat(4_000_000) });
    const reader = open(server.uri);
    let shown = 0;
    const write = async () => {
      for (let n = 1; ; n++) await entries.updateOne({ _id: 0 }, { $set: { text: String(n) } });
    };
    const read = async () => {
      for (;;) {
        const entry = await reader.findOne({ _id: 0 }, { projection: { text: 1 } });
        shown = Math.max(shown, Number(entry?.text));
        if (shown >= 5) server.child.kill('SIGKILL');
      }
    };
    await Promise.allSettled([write(), read()]);
    await server.ending;
    const { entries: again } = await start();
    const found = await again.findOne({ _id: 0 }, { projection: { text: 1 } });
    expect(Number(found?.text)).toBeGreaterThanOrEqual(shown);
  });

  test('a restart keeps documents, their order and indexes', async () => {
    const first = await start();
    await first.entries.createIndex(
      { text: 1 },
      { unique: true, partialFilterExpression: { twin: { $exists: true } } },
    );
    await first.entries.insertMany([5, 3, 9].map(makeEntry));
    await first.entries.deleteOne({ _id: 3 });
    await first.entries.updateOne({ _id: 5 }, { $set: { twin: 'new' } });
    const before = await first.entries.find({}).toArray();
    expect((await first.server.stop()).exitCode).toBe(0);

    const { entries } = await start();
    expect(await entries.find({}).toArray()).toEqual(before);
    const plan = await entries
      .find({ text: before[0]?.text ?? '', twin: { $exists: true } })
      .explain();
    expect(JSON.stringify(plan)).toContain('"indexName":"text_1"');
    await expect(entries.insertOne({ ...makeEntry(5), _id: 6 })).rejects.toMatchObject({
      code: 11000,
    });
  });

  test('a write that the disk refuses is not acknowledged, and the database stops', async () => {
    const database = await Database.open(dataDir);
    const failures: Error[] = [];
    const server = await startServer(database, 0, (error) => failures.push(error));
    const entries = open(`mongodb://127.0.0.1:${server.port}`);
    await entries.insertOne(makeEntry(1));
    // Every write to the disk fails from here on.
    await database.close();
    await expect(entries.insertOne(makeEntry(2))).rejects.toThrow();
    expect(failures.length).toBeGreaterThan(0);
    await server.close();
    const { entries: again } = await start();
    expect((await again.find({}).toArray()).map(({ _id }) => _id)).toEqual([1]);
  });

  test('a second process on the same folder is refused, and the first keeps running', async () => {
    const { entries } = await start();
    const { exitCode, output } = await runDatabase({ DATA_DIR: dataDir, SANDBOX_MONGO_PORT: '0' });
    expect(output).toMatch(/^The database in .* is in use by another process: [^\n]*\n$/);
    expect(exitCode).toBe(1);
    await entries.insertOne(makeEntry(1));
  });

  test('refuses to start on a port that is taken', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as AddressInfo;
    const { exitCode, output } = await runDatabase({
      DATA_DIR: dataDir,
      SANDBOX_MONGO_PORT: String(port),
    });
    squatter.close();
    expect(output).toMatch(/^Port \d+ is taken: [^\n]*\n$/);
    expect(exitCode).toBe(1);
    expect((await runDatabase({ DATA_DIR: dataDir, SANDBOX_MONGO_PORT: 'abc' })).output).toMatch(
      /^SANDBOX_MONGO_PORT must be [^\n]*\n$/,
    );
  });

  test('refuses to start if its folder is a file', async () => {
    await writeFile(join(dataDir, 'mongo'), 'a file');
    const { exitCode, output } = await runDatabase({ DATA_DIR: dataDir, SANDBOX_MONGO_PORT: '0' });
    expect(output).toMatch(/^The folder .*mongo can't be used for the database: [^\n]*\n$/);
    expect(exitCode).toBe(1);
  });

  test.each([
    ['the list of files', /^(MANIFEST|CURRENT)/, (bytes: Buffer) => bytes.fill(0x58)],
    [
      'the rows',
      /\.(log|ldb)$/,
      (bytes: Buffer) => bytes.fill(0x58, bytes.length >> 2, bytes.length >> 1),
    ],
  ])('damage to %s is detected', async (_name, files, damage) => {
    const { server, entries } = await start();
    for (let i = 0; i < 50; i++) await entries.insertOne(makeEntry(i));
    await server.stop();
    const folder = join(dataDir, 'mongo');
    for (const file of await readdir(folder)) {
      if (!files.test(file)) continue;
      await writeFile(join(folder, file), damage(await readFile(join(folder, file))));
    }
    const { exitCode, output } = await runDatabase({ DATA_DIR: dataDir, SANDBOX_MONGO_PORT: '0' });
    expect(output).toMatch(/^The database in .* is damaged [^\n]*\n$/);
    expect(exitCode).toBe(1);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('stops cleanly on %s during writes', async (signal) => {
    const { server, entries } = await start();
    const acknowledged: number[] = [];
    let next = 0;
    const writeOn = async () => {
      for (;;) {
        const { insertedId } = await entries.insertOne(makeEntry(next++));
        if (acknowledged.push(insertedId) === 200) server.child.kill(signal);
      }
    };
    await Promise.allSettled(Array.from({ length: 10 }, writeOn));
    const { exitCode, output } = await server.ending;
    expect([exitCode, output]).toEqual([0, `sandbox database ready on 127.0.0.1:${server.port}\n`]);
    const { entries: again } = await start();
    expect(await again.countDocuments({ _id: { $in: acknowledged } })).toBe(acknowledged.length);
  });

  test('stops when its parent process ends', async () => {
    const { server } = await start();
    server.child.disconnect();
    expect((await server.ending).exitCode).toBe(0);
  });

  test('creates its folder', async () => {
    const inner = join(dataDir, 'deep', 'down');
    await mkdir(join(dataDir, 'deep'));
    const server = await startDatabase(inner);
    expect(await readdir(inner)).toEqual(['mongo']);
    await server.stop();
  });
});
