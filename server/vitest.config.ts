import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: 'src/testing/global-setup.ts',
    // A test that a busy machine disturbed is tried once more there, and listed.
    retry: process.env.CI ? 1 : 0,
    // Tests that take each step in turn need minutes on a busy machine.
    testTimeout: process.env.CHECK_ALL ? 300_000 : 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    // Each file has its own server and database. To load the server again for each would take as long as its tests.
    isolate: false,
  },
});
