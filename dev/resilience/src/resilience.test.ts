import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attacks } from './attacks.ts';
import { type Build, buildSchool } from './build.ts';

let build: Build;
beforeAll(async () => {
  build = await buildSchool();
});
afterAll(() => build.remove());

/** The short form of each attack; `npm run resilience` runs the full one. */
describe('promises that hold whatever fails', () => {
  it.each(attacks)('$title', async (attack) => {
    const { broken } = await attack.run(build, 'short');
    expect(broken).toEqual([]);
  });
});
