import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One more than there are processors: attacks and servers' tests wait in between.
    maxWorkers: availableParallelism() + 1,
    projects: [
      'server',
      'client',
      'client/vitest.alone.config.ts',
      'dev/sandbox',
      'dev/resilience',
      {
        test: {
          name: 'scripts',
          include: ['dev/scripts/*.test.mjs'],
          testTimeout: 60_000,
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
    // SweetAlert2 gives the focus back 100 ms after a dialog has closed; a test file's page may be gone by then.
    onUnhandledError: ({ stack = '' }) => !stack.includes('focusPreviousActiveElement'),
  },
});
