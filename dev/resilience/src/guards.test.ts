import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attacks } from './attacks.ts';
import { withoutGuard } from './build.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Otherwise, `npm run resilience -- --prove` stops at the guard that has changed. */
it('each guard is where its attack says, so that it can be removed', async () => {
  const lost: string[] = [];
  for (const guard of attacks.flatMap(({ guards }) => guards)) {
    const source = await readFile(join(ROOT, guard.file), 'utf8');
    try {
      withoutGuard(source, guard);
    } catch (error) {
      lost.push(String(error));
    }
  }
  expect(lost).toEqual([]);
});
