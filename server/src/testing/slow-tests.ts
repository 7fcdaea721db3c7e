import { describe, it } from 'vitest';

/** Tests that take each step, call or combination in turn. Only `npm run check:all` has the time for them. */
export const slowIt = it.runIf(process.env.CHECK_ALL);

/** The same, for all tests of a part. */
export const slowDescribe = describe.runIf(process.env.CHECK_ALL);

/** @returns all ways in which the same is tested, or in `npm test` the first one */
export const oneOrAll = <T>(ways: readonly T[]): readonly T[] =>
  process.env.CHECK_ALL ? ways : ways.slice(0, 1);
