import { expect, it } from 'vitest';
import { attacks } from './attacks.ts';
import { withoutGuard } from './build.ts';

/** Otherwise, `npm run resilience -- --prove` stops at the guard that has changed. */
it('each guard is where its attack says, so that it can be removed', async () => {
  const lost: string[] = [];
  for (const guard of attacks.flatMap(({ guards }) => guards))
    await withoutGuard(guard).catch((error: unknown) => lost.push(String(error)));
  expect(lost).toEqual([]);
});
