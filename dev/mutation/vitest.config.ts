import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * The tests of the pure rules, for `npm run mutation`. They need no database, so a rule can be changed a thousand times
 * and tested each time. The contract is read from its source, because that is what the mutation tester changes.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: {
    alias: {
      '@speakifyr/contract': fileURLToPath(new URL('../../contract/src', import.meta.url)),
    },
  },
  test: {
    // A mutant is switched on while the tests run, so nothing has to be loaded again for it.
    isolate: false,
    include: [
      'server/src/age.test.ts',
      'server/src/families/family-rules.test.ts',
      'server/src/changes/price-difference.test.ts',
      'server/src/ledger/refund-terms.test.ts',
      'server/src/seats/{give-seat,hold-limits,offer-end,offer-limits,resale}.test.ts',
      'server/src/seats/{freed-seats,queue,queue-random}.test.ts',
    ],
    env: { RANDOM_QUEUES: '100' },
  },
});
