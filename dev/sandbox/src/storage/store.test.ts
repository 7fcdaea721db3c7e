import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from './store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a store', () => {
  it('keeps its rows and their order when it is opened again', async () => {
    const first = await openStore(folder);
    const rows = first.table<number>('numbers');
    ['z', 'a', 'm'].forEach((id, at) => rows.put(id, at));
    rows.put('z', 100);
    first.table<string>('words').put('a', 'apart');
    await first.close();

    const second = await openStore(folder);
    const again = second.table<number>('numbers');
    expect(again.rows()).toEqual([100, 1, 2]);
    expect(second.table<string>('words').get('a')).toBe('apart');
    again.put('b', 3);
    again.remove('a');
    await second.close();

    const third = await openStore(folder);
    expect(third.table<number>('numbers').rows()).toEqual([100, 2, 3]);
    await third.close();
  });

  it('has every row on disk when flush resolves, also with many calls at once', async () => {
    const store = await openStore(folder);
    const rows = store.table<number>('numbers');
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        rows.put(String(at), at);
        return store.flush();
      }),
    );
    await store.close();
    const again = await openStore(folder);
    expect(again.table('numbers').rows()).toHaveLength(50);
    await again.close();
  });

  it('can be opened once at a time', async () => {
    const store = await openStore(folder);
    await expect(openStore(folder)).rejects.toMatchObject({ cause: { code: 'LEVEL_LOCKED' } });
    await store.close();
  });
});
