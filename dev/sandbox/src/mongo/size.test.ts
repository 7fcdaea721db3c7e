import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Database } from './database.ts';
import { Index, type IndexSpec } from './indexes.ts';
import { makeDataDir, REAL_MONGODB } from './testing/start-database.ts';

describe.skipIf(REAL_MONGODB)('a large school', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await makeDataDir();
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  test('is read at the start in seconds, not in minutes, and in order', async () => {
    const COUNT = 30_000;
    const first = await Database.open(dataDir);
    const made = first.open('speakifyr.payments');
    // Odd steps, so that each key belongs to another place than the one before.
    const make = (_id: number) => ({ _id, at: (_id * 27_644_437) % COUNT, name: `Ada ${_id}` });
    for (let i = 0; i < COUNT; i++) made.insert(make(i));
    const specs = Array.from({ length: 8 }, (_, i): IndexSpec => ({
      name: `index-${i}`,
      key: { at: 1, [`field-${i}`]: 1 },
    }));
    made.indexes.push(...specs.map((spec) => new Index(spec)));
    first.saveIndexes(made);
    await first.close();

    const before = process.cpuUsage();
    const second = await Database.open(dataDir);
    const { user, system } = process.cpuUsage(before);
    const sorted = second
      .open('speakifyr.payments')
      .find({ filter: { at: { $lt: 100 } }, sort: { at: 1 } });
    await second.close();
    expect(sorted.map(({ doc }) => doc['at'])).toEqual(Array.from({ length: 100 }, (_, i) => i));
    // Of the processor, so that other programs don't matter.
    expect((user + system) / 1e6).toBeLessThan(4);
  }, 60_000);

  test('is refused before it needs too much memory, and what is removed makes room', async () => {
    const LIMIT = 1024 * 1024;
    const first = await Database.open(dataDir, LIMIT);
    const notes = first.open('speakifyr.notes');
    const add = (_id: number) => notes.insert({ _id, text: 'x'.repeat(100_000) });
    for (let i = 0; i < 10; i++) add(i);
    const full = /database is full: its documents may have 1 MB/;
    expect(() => add(10)).toThrow(full);
    const [stored] = notes.find({ filter: { _id: 0 } });
    if (!stored) throw new Error('The first note is gone');
    expect(() => notes.replace(stored, { _id: 0, text: 'x'.repeat(200_000) })).toThrow(full);
    notes.replace(stored, { _id: 0, text: '' });
    add(10);
    await first.close();

    const second = await Database.open(dataDir, LIMIT);
    const again = second.open('speakifyr.notes');
    const text = 'x'.repeat(100_000);
    expect(() => again.insert({ _id: 11, text })).toThrow(full);
    const [other] = again.find({ filter: { _id: 1 } });
    if (other) again.remove(other);
    again.insert({ _id: 11, text });
    expect(again.size).toBe(11);
    await second.close();
  });
});
