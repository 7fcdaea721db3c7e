import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: 'src/testing/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Each file has its own server and database. To load the server again for each would take as long as its tests.
    isolate: false,
  },
});
