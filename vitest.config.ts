import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A server's test waits for the database in between.
    maxWorkers: '100%',
    projects: [
      'server',
      'client',
      'dev/sandbox',
      'dev/resilience',
      { test: { name: 'scripts', include: ['dev/scripts/*.test.mjs'] } },
    ],
    // SweetAlert2 gives the focus back 100 ms after a dialog has closed; a test file's page may be gone by then.
    onUnhandledError: ({ stack = '' }) => !stack.includes('focusPreviousActiveElement'),
  },
});
