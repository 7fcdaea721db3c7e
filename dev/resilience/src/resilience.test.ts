import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attacks } from './attacks.ts';
import { type Build, buildSchool } from './build.ts';

let build: Build;
beforeAll(async () => {
  build = await buildSchool();
});
afterAll(() => build.remove());

/** How often each attack runs, in its short form. `npm run resilience` runs the full one. */
const TIMES = process.env.CHECK_ALL ? 3 : 1;

describe('promises that hold whatever fails', () => {
  it.each(attacks)('$title', async (attack) => {
    for (let run = 0; run < TIMES; run += 1) {
      const { broken } = await attack.run(build, 'short');
      expect(broken).toEqual([]);
    }
  });
});
