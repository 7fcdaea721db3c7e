import { MongoClient } from 'mongodb';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { reopenWhenStuck } from './reopen-when-stuck.ts';

/** Long enough that a real check never takes that long on a busy machine. */
const LIMIT_MS = 1_000;
/** How long to wait for something that happens after the limit. */
const SOON = { timeout: 60_000 };

const HEARTBEAT = { connectionId: 'somewhere:27017', awaited: false };

/** The driver's bug is a race of a few microseconds. `npm run resilience -- outage` runs into it. */
describe('reopening the database connection', () => {
  let client: MongoClient;
  let stop: () => void;
  afterEach(async () => {
    stop();
    await client.close();
  });

  async function connect() {
    client = new MongoClient(inject('mongoUri'));
    const log = { warn: vi.fn() };
    stop = reopenWhenStuck(client, LIMIT_MS, log);
    await client.connect();
    let times = 0;
    client.on('topologyClosed', () => (times += 1));
    const countLines = (text: string) =>
      log.warn.mock.calls.filter((line) => String(line.at(-1)).includes(text)).length;
    return { timesClosed: () => times, countLines };
  }

  it('happens if a heartbeat never ends, is logged, and keeps the collections usable', async () => {
    const { timesClosed, countLines } = await connect();
    const nobody = client.db('speakifyr').collection('nobody');
    client.emit('serverHeartbeatStarted', HEARTBEAT as never);
    await expect.poll(timesClosed, SOON).toBe(1);
    await expect.poll(() => countLines('is open again'), SOON).toBe(1);
    expect(await nobody.countDocuments({})).toBe(0);
    expect(countLines('reopening the connection')).toBe(1);
  });

  it('succeeds even if closing the client fails at first', async () => {
    const { timesClosed, countLines } = await connect();
    vi.spyOn(client, 'close').mockRejectedValueOnce(new Error('cannot close'));
    client.emit('serverHeartbeatStarted', HEARTBEAT as never);
    await expect.poll(timesClosed, SOON).toBe(1);
    await expect.poll(() => countLines('is open again'), SOON).toBe(1);
    expect(countLines('could not be reopened yet')).toBe(1);
    expect(await client.db('speakifyr').collection('nobody').countDocuments({})).toBe(0);
  });

  it('does not happen for a heartbeat that has ended or that the server keeps open', async () => {
    const { timesClosed } = await connect();
    client.emit('serverHeartbeatStarted', HEARTBEAT as never);
    client.emit('serverHeartbeatFailed', HEARTBEAT as never);
    client.emit('serverHeartbeatStarted', { ...HEARTBEAT, awaited: true } as never);
    // Longer than the limit: this test is about time itself.
    await new Promise((done) => setTimeout(done, 1.2 * LIMIT_MS));
    expect(timesClosed()).toBe(0);
  });
});
