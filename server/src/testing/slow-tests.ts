import { describe, it } from 'vitest';

/** Tests that take each step, call or combination in turn. Only `npm run check:all` has the time for them. */
export const slowIt = it.runIf(process.env.CHECK_ALL);

/** The same, for all tests of a part. */
export const slowDescribe = describe.runIf(process.env.CHECK_ALL);
