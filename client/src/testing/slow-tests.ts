import { test } from 'vitest';

/** Tests that fill in a long form or go through every case of it. Only `npm run check:all` has the time for them. */
export const slowTest = test.runIf(process.env.CHECK_ALL);

/** @returns all ways in which the same is tested, or in `npm test` the first one */
export const oneOrAll = <T>(ways: T[]): T[] => (process.env.CHECK_ALL ? ways : ways.slice(0, 1));
