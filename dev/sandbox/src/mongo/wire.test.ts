import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { deserialize, type Document, serialize } from 'bson';
import { type CommandStartedEvent, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DatabaseProcess,
  makeDataDir,
  REAL_MONGODB,
  startDatabase,
} from './testing/start-database.ts';

/** Messages of drivers, and bytes that are no messages. */
describe.skipIf(REAL_MONGODB)('the wire', () => {
  let server: DatabaseProcess;
  let client: MongoClient;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await makeDataDir();
    server = await startDatabase(dataDir);
    client = new MongoClient(`${server.uri}/speakifyr`, { monitorCommands: true });
    await client.connect();
  });
  afterAll(async () => {
    await client.close();
    const { exitCode, output } = await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    expect(output).toBe(`sandbox database ready on 127.0.0.1:${server.port}\n`);
    expect(exitCode).toBe(0);
  });

  test('the driver works without options, and doesn’t ask for retries', async () => {
    const started: CommandStartedEvent[] = [];
    client.on('commandStarted', (event) => started.push(event));
    await client.db().collection('x').insertOne({ a: 1 });
    expect(started.map(({ commandName }) => commandName)).toEqual(['insert']);
    expect(started[0]?.command).not.toHaveProperty('txnNumber');
    expect(client.options.retryWrites).toBe(true);
    const hello = await client.db('admin').command({ hello: 1 });
    expect(hello).toMatchObject({ isWritablePrimary: true, maxBsonObjectSize: 16 * 1024 * 1024 });
    expect(hello).not.toHaveProperty('topologyVersion');
    expect(hello).not.toHaveProperty('setName');
    expect(await client.db('admin').command({ ping: 1 })).toEqual({ ok: 1 });
  });

  test('an unacknowledged write is executed, but not answered', async () => {
    const collection = client.db().collection<{ _id: number }>('quiet');
    await collection.insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
    await expect.poll(() => collection.countDocuments({})).toBe(1);
  });

  function message(body: Uint8Array, { opCode = 2013, length = 16 + body.length } = {}): Buffer {
    const head = Buffer.alloc(16);
    head.writeInt32LE(length, 0);
    head.writeInt32LE(7, 4);
    head.writeInt32LE(opCode, 12);
    return Buffer.concat([head, body]);
  }

  function commandBody(command: Document, flags = 0): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt32LE(flags, 0);
    return Buffer.concat([head, serialize(command)]);
  }

  /** Sends bytes. @returns all bytes that come back until the server closes the connection */
  async function send(bytes: Buffer, end = false): Promise<Buffer> {
    const socket = connect(server.port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    if (end) socket.end(bytes);
    else socket.write(bytes);
    await once(socket, 'close');
    return Buffer.concat(chunks);
  }

  /** Sends pieces one by one. @returns the first `count` answers */
  async function exchange(pieces: Buffer | Buffer[], count: number): Promise<Document[]> {
    const socket = connect({ port: server.port, host: '127.0.0.1', noDelay: true });
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])));
    for (const piece of [pieces].flat())
      await new Promise<unknown>((written) => socket.write(piece, written));
    const answers: Document[] = [];
    while (answers.length < count) {
      const length = received.length < 4 ? Infinity : received.readInt32LE(0);
      if (received.length < length) {
        await once(socket, 'data');
        continue;
      }
      expect(received.readInt32LE(8)).toBe(7);
      answers.push(deserialize(received.subarray(21, length)));
      received = received.subarray(length);
    }
    socket.destroy();
    return answers;
  }

  const PING = { ping: 1, $db: 'admin' };
  const nested = () => {
    // Built by hand, because bson can't write so many levels.
    const levels = 200_000;
    const parts = Buffer.alloc(levels * 7 + 5 + levels);
    let at = 0;
    for (let level = 0; level < levels; level++) {
      at = parts.writeInt32LE(parts.length - 8 * level, at);
      at = parts.writeUInt8(3, at);
      at = parts.write('a\0', at) + at;
    }
    parts.writeInt32LE(5, at);
    return Buffer.concat([Buffer.from([0, 0, 0, 0, 0]), parts]);
  };
  const badSection = () => {
    const body = commandBody(PING);
    body.writeInt32LE(1_000_000, 5);
    return message(body);
  };

  test.each<[string, () => Buffer]>([
    ['a length below the header’s', () => message(Buffer.alloc(0), { length: 15 })],
    ['a negative length', () => message(Buffer.alloc(0), { length: -1 })],
    ['over 48 MB', () => message(Buffer.alloc(0), { length: 48_000_001 })],
    ['an unknown operation', () => message(commandBody(PING), { opCode: 2010 })],
    ['a compressed message', () => message(commandBody(PING), { opCode: 2012 })],
    ['an unknown flag', () => message(commandBody(PING, 1 << 4))],
    ['a section that is longer than the message', badSection],
    ['a section of an unknown kind', () => message(Buffer.from([0, 0, 0, 0, 9, 5, 0, 0, 0, 0]))],
    ['no section at all', () => message(Buffer.alloc(4))],
    [
      'two bodies',
      () => message(Buffer.concat([commandBody(PING), Buffer.from([0]), serialize(PING)])),
    ],
    [
      'broken BSON',
      () => message(Buffer.concat([Buffer.alloc(5), Buffer.from([9, 0, 0, 0, 99, 1, 2, 3, 0])])),
    ],
    ['HTTP', () => Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    [
      'a query that is not a command',
      () => message(Buffer.from('\0\0\0\0db.things\0\0\0\0\0\0\0\0\0', 'latin1'), { opCode: 2004 }),
    ],
  ])('%s closes only its own connection', async (_name, bytes) => {
    expect(await send(bytes())).toHaveLength(0);
    expect(await client.db().command({ ping: 1 })).toEqual({ ok: 1 });
  });

  test('a document with 200,000 levels is refused', async () => {
    const [answer] = await exchange(message(nested()), 1);
    expect(answer).toMatchObject({ ok: 0, code: 15, codeName: 'Overflow' });
  });

  test('half a message at the end of a connection is ignored', async () => {
    expect(await send(message(commandBody(PING)).subarray(0, 30), true)).toHaveLength(0);
    expect(await client.db().command({ ping: 1 })).toEqual({ ok: 1 });
  });

  test('messages that arrive in pieces or together are answered one by one', async () => {
    const bytes = message(commandBody(PING));
    const single = [...bytes].map((byte) => Buffer.from([byte]));
    const answers = await exchange([...single, Buffer.concat([bytes, bytes, bytes])], 4);
    expect(answers).toEqual(Array(4).fill({ ok: 1 }));
  });

  test('a bad command fails alone and keeps the connection', async () => {
    await expect(client.db().command({ doMagic: 1 })).rejects.toMatchObject({
      code: 59,
      codeName: 'CommandNotFound',
    });
    await expect(client.db().command({ find: 1 })).rejects.toMatchObject({ code: 73 });
    await expect(client.db().command({ find: 'x', filter: 5 })).rejects.toMatchObject({ code: 14 });
    await expect(client.db().collection('a$b').insertOne({})).rejects.toMatchObject({ code: 73 });
    expect(await client.db().command({ ping: 1 })).toEqual({ ok: 1 });
  });
});
