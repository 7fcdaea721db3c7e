import { test } from 'vitest';

/** Tests that fill in a long form or go through every case of it. Only `npm run check:all` has the time for them. */
export const slowTest = test.runIf(process.env.CHECK_ALL);
